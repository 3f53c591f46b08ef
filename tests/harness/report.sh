#!/bin/bash
# The page that `report` makes of what other commands have written. Needs no device.
. "${srcdir:-.}/tests/harness/common.sh"
data=$data/report
out=$scratch/report.html

# ---------------------------------------------------------------- what the command line takes and refuses
expect 0 '^clgemm-bench report FILE... -o report.html' report --help
expect 1 'no file is given; name journals' report -o "$out"
expect 1 'no output file is given; ask -o report.html' report "$data/bench.json"
expect 1 'takes files, and no option of the generator' report "$data/bench.json" --tile 8x4 -o "$out"
expect 1 '--svg is no option of report' report "$data/bench.json" --svg x.svg -o "$out"
expect 1 '--peak: report measures nothing' report "$data/bench.json" --peak measured -o "$out"
expect 1 '--bandwidth: `0` is no number' report "$data/bench.json" --bandwidth 0 -o "$out"
for number in inf INF infinity nan 1e999 -1 0 5x ''; do
    expect 1 '--peak: ' report "$data/bench.json" --peak "$number" -o "$out"
    expect 1 "--bandwidth: .$number. is no number" report "$data/bench.json" --bandwidth "$number" -o "$out"
    expect 1 "--peak: .$number. is neither profile, measured nor a number of GFLOP/s above 0" \
        bench "$data/bench.json" --peak "$number"
done
expect 1 '--bandwidth is no option of bench' bench "$data/bench.json" --bandwidth 1
expect 1 'bench.json is given twice' report "$data"/{bench,study,bench}.json -o "$out"
expect 2 'cannot open .*/nosuch.json' report "$scratch/nosuch.json" -o "$out"
expect 2 'cannot write /nonexistent/x.html' report "$data/bench.json" -o /nonexistent/x.html
cp "$data/bench.json" "$scratch/only.json"
mkdir "$scratch/folder"
ln "$scratch/only.json" "$scratch/folder/page.html"
expect 1 'page.html is a file that the page is made of' report "$data/study.json" "$scratch/only.json" -o "$scratch/folder/page.html"
cmp "$data/bench.json" "$scratch/only.json" || failed=1
rm -r "$scratch/folder"

# refused PATTERN TEXT: a file that nobody can make a page of; what stood at the page's place stays.
refused() {
    printf '%s' "$2" >"$scratch/broken.json"
    echo before >"$out"
    expect 4 "broken.json.*$1" report "$data/bench.json" "$scratch/broken.json" -o "$out"
    if [ "$(cat "$out")" != before ]; then
        echo "a refused file leaves a page behind"
        failed=1
    fi
}
device='{"record":"device","name":"A","platform":"B","driver":"1"}'
refused ', line 1: the file is empty; report reads journals' ''
refused ', line 1: this is no JSON; report reads journals' 'device  AMD (PoCL), driver 3'
refused ', line 1: this object is no profile' '{"a": 1}'
refused ', line 1: this is a manifest, which has no figures' '{"format": "clgemm-manifest/1"}'
refused ', line 2: this object is no record' "$device
{\"a\": 1}
"
refused ', line 2: this is no JSON' "$device
{\"a\":
$device
"
refused ', line 1: no record of a device comes before' '{"record":"result"}
'
refused ', line 2.record: is `speed`, must be one of: device' "$device
{\"record\":\"speed\"}
"
refused ', line 2: result.gflops: is missing' "$device
{\"record\":\"result\",\"kernel\":\"k\",\"m\":1,\"n\":1,\"k\":1,\"device_ms\":{\"median\":1}}
"
refused ', line 2: rung.m: must be a whole number, is a string' "$device
{\"record\":\"rung\",\"name\":\"k\",\"m\":\"1\",\"n\":1,\"k\":1}
"
refused ': a later version of clgemm-bench has written this journal' '{"clgemm_journal":3}
'

# ---------------------------------------------------------------- pages
cat >"$scratch/see.py" <<'END_OF_PYTHON'
import json, re, sys
from html.parser import HTMLParser

VOID = {"meta", "br", "wbr", "link", "img", "input", "hr"}

class Page(HTMLParser):
    """A page as sections of tables and texts; whatever is not well-formed is an error."""

    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.stack, self.ids, self.links, self.tables, self.text = [], [], [], {}, {}
        self.scripts, self.section, self.table, self.cell = [], None, None, None
        source = open(path, encoding="utf-8").read()
        self.source = source
        self.feed(source)
        self.close()
        assert not self.stack, self.stack

    def handle_starttag(self, tag, attributes):
        names = dict(attributes)
        assert len(names) == len(attributes), (tag, attributes)
        for name, value in attributes:
            assert name not in ("src", "srcset", "background", "action") and not name.startswith("on"), (tag, name)
            if name == "href":
                assert value.startswith("#"), value
                self.links.append(value[1:])
            if name in ("aria-labelledby", "for"):
                self.links.append(value)
            if name == "id":
                assert value not in self.ids, value
                self.ids.append(value)
        if tag in ("polygon", "line", "rect", "circle", "path") or tag in VOID:
            return
        self.stack.append((tag, names))
        if tag == "section":
            self.section = names["id"]
            self.tables[self.section], self.text[self.section] = [], ""
        if tag == "table":
            self.table = []
            self.tables[self.section].append(self.table)
        if tag == "tr":
            self.table.append([])
        if tag in ("td", "th"):
            self.cell = [""] + [names]
            self.table[-1].append(self.cell)
        if tag == "data":
            self.cell[0] = float(names["value"])
        if tag == "svg" and names.get("aria-hidden") is None:
            assert names["role"] == "img"
            self.size = [float(n) for n in names["viewbox"].split()][2:]

    def handle_endtag(self, tag):
        if tag in VOID or tag in ("polygon", "line", "rect", "circle", "path"):
            return
        assert self.stack, (tag, self.getpos())
        open_tag, names = self.stack.pop()
        assert open_tag == tag, (open_tag, tag, self.getpos())
        if tag in ("td", "th"):
            self.cell = None

    def handle_data(self, text):
        tag = self.stack[-1][0] if self.stack else ""
        if tag == "script":
            self.scripts.append((self.stack[-1][1], text))
            return
        if self.section:
            self.text[self.section] += text
        if self.cell is not None and not isinstance(self.cell[0], float) and tag != "small":
            self.cell[0] += text

    def rows(self, section, table=0):
        return [[cell[0] for cell in row] for row in self.tables[section][table]]

    def pictures(self, section):
        """The wide ones, as text."""
        body = re.search(r'<section id="%s"(.*?)</section>' % section, self.source, re.S)[1]
        return re.findall(r'<div class="wide">(<svg.*?</svg>)', body, re.S)

    def best(self):
        """Of the summary: by problem the row of figures and its kernel."""
        rows = self.rows("summary")[1:]
        return {figures[0]: (figures, kernel[0]) for figures, kernel in zip(rows[::2], rows[1::2])}

def close(a, b):
    return abs(a - b) <= 1e-6 * abs(b)

def whole(path):
    page = Page(path)
    assert page.source.startswith("<!DOCTYPE html>")
    assert not re.search(r"https?:|@import|url\(|<link|<img", page.source), "something lies outside"
    assert "prefers-color-scheme:dark" in page.source and "data-theme=dark" in page.source
    for link in page.links:
        assert link == "main" or link in page.ids, link
    assert not re.search(r'="[^"]*\b(nan|inf)\b', page.source), "a number is none"
    for tables in page.tables.values():
        for table in tables:
            width = len(table[0]) if len(table[0][0][1].get("scope", "col")) == 3 else None
            for row in table:
                columns = sum(int(cell[1].get("colspan", 1)) for cell in row)
                assert width is None or columns == width, row
    for svg in re.finditer(r'<svg viewBox="0 0 (\d+) (\d+)" width="\d+" role="img"><title>[^<]+</title>(.*?)</svg>', page.source, re.S):
        for name, value in re.findall(r'\b(x|y|x1|y1|x2|y2|cx|cy)="([^"]*)"', svg[3]):
            assert -0.1 <= float(value) <= float(svg[1 if "x" in name else 2]) + 0.1, (name, value)
        for x, y in re.findall(r'translate\(([^ ]+) ([^)]+)\)', svg[3]):
            assert 0 <= float(x) <= float(svg[1]) and 0 <= float(y) <= float(svg[2]), (x, y)
        for x, words in re.findall(r'<text x="([^"]*)"[^>]*text-anchor="start">([^<]*)<', svg[3]):
            assert float(x) + 5.5 * len(words) <= float(svg[1]) + 1, (svg[1], x, words)
    return page

def records(path, record):
    return [r for r in map(json.loads, open(path)) if r.get("record") == record]

def all_of_it(path, data):
    page = whole(path)
    wanted = ["summary", "speed", "roofline", "comparison", "space", "search", "ladder", "error", "failures", "protocol"]
    assert list(page.tables) == wanted, list(page.tables)
    for section in wanted:
        assert re.search(r"From \S+\.(json|journal)", page.text[section]) or section == "protocol", section

    # Speed: every measurement once, with its figures as they were, below those by the same clock.
    found, by_host = ([(row[0], row[3], row[5]) for row in page.rows("speed", i)[1:]] for i in range(2))
    points, results = records(data + "/study.json", "point"), records(data + "/bench.json", "result")
    comparison = records(data + "/compare.json", "comparison")[0]
    wanted = [(p["name"], p["gflops"], p["time_ms"]) for p in points]
    wanted += [(r["kernel"], r["gflops"], r["device_ms"]["median"]) for r in results]
    for name, gflops, ms in wanted:
        assert any(name == f[0] and close(f[1], gflops) and close(f[2], ms) for f in found), (name, gflops)
    # One winner of the journal, one of the profile.
    assert len(found) == len(wanted) + 1 + 1, len(found)
    assert len(by_host) == 2, by_host
    for name, gflops in ((comparison["kernel"], "gflops"), (comparison["library"], "library_gflops")):
        assert [f for f in by_host if f[0] == name and close(f[1], comparison["packed"][gflops])], by_host
    assert "M = N = K" in page.source
    # Neither picture has what the other clock has timed, and each says which clock it is.
    for section in "speed", "roofline":
        device, host = page.pictures(section)
        assert comparison["library"] not in device and comparison["library"] in host, section
        assert comparison["kernel"] in host and wanted[0][0] not in host, section
        text = page.text[section]
        assert text.index("by the clock of the device:") < text.index("by the clock of the host,"), text

    # The summary has the fastest kernel of each problem, libraries aside.
    entries = [json.loads(line) for line in open(data + "/tune.journal")][1:]
    finals = [e["fields"]["median_ms"] for e in entries if e["state"] == "final-times"]
    assert [ms for name, gflops, ms in found if any(close(ms, final) for final in finals)] == [
        ms for name, gflops, ms in found if close(ms, min(finals))] != [], "another finalist is called the best"
    at_256 = [p["gflops"] for p in points + results if p["m"] == 256]
    at_256 += [r["gflops"] for r in records(data + "/ladder.json", "rung") if "gflops" in r]
    at_256 += [2 * 256 ** 3 / min(finals) * 1e-6]
    at_256 += [json.load(open(data + "/tuned.json"))["shapes"][0]["gflops"]]
    best = {problem: figures[2] for problem, (figures, kernel) in page.best().items()}
    assert close(best["256 × 256 × 256"], max(at_256)), (best, max(at_256))
    assert len(best) == len({(p["m"], p["n"], p["k"]) for p in points + results})

    # The roofline: operations a byte of what the record says it moves.
    one = points[0]
    rows = [row for row in page.rows("roofline")[1:] if row[0] == one["name"] and close(row[4], one["gflops"])]
    assert len(rows) == 1 and close(rows[0][3], 2 * one["m"] * one["n"] * one["k"] / one["bytes"]), rows
    assert "12 GB/s, stated on the command line" in page.text["roofline"] and ">memory 12 GB/s<" in page.source

    # The heat map: the table is what the points of the script say.
    names, script = [s for s in page.scripts if s[0].get("type") == "application/json"][0]
    space = json.loads(script)
    tried = [e for e in entries if e["state"] in ("times", "failed") and e["key"]["parameters"]]
    assert len(space["points"]) == len(tried), (len(space["points"]), len(tried))
    for point, entry in zip(space["points"], tried):
        for index, name, values in zip(point, space["names"], space["values"]):
            assert values[index] == entry["key"]["parameters"][name]
        speed = 2 * 256 ** 3 / entry["fields"]["median_ms"] * 1e-6 if entry["state"] == "times" else 0
        assert abs(point[-1] - speed) <= 1e-5 * speed, (point, speed)
    caption = re.search(r"GFLOP/s: (\S+) down, (\S+) across", page.text["space"])
    down, across = (space["names"].index(caption[i]) for i in (1, 2))
    table = page.rows("space")
    assert [row[0] for row in table[1:]] == space["values"][down] and table[0][1:] == space["values"][across]
    for i, row in enumerate(table[1:]):
        for j, cell in enumerate(row[1:]):
            speeds = [p[-1] for p in space["points"] if p[down] == i and p[across] == j]
            if not speeds:
                assert cell == ""
            elif max(speeds) == 0:
                assert cell == "failed"
            else:
                assert abs(float(cell) - max(speeds)) <= 1e-3 * max(speeds), (cell, speeds)
    order = [int(re.match(r"\d+", v)[0]) for v in space["values"][space["names"].index("tile")]]
    assert order == sorted(order), "values are not in the order in which people count"

    # The search: what was better than all before, in order.
    speeds = [2 * 256 ** 3 / e["fields"]["median_ms"] * 1e-6 if e["state"] == "times" else 0
              for e in entries if e["state"] in ("times", "failed")]
    better = [(i + 1, s) for i, s in enumerate(speeds) if s > max([0] + speeds[:i])]
    rows = [(int(row[0]), row[1]) for row in page.rows("search")[1:]]
    assert len(rows) == len(better) and all(a[0] == b[0] and close(a[1], b[1]) for a, b in zip(rows, better)), rows
    assert "%d evaluations, %d of them failed." % (len(speeds), speeds.count(0)) in page.text["search"]

    # The ladder, a refused rung among them.
    rungs = records(data + "/ladder.json", "rung")
    rows = page.rows("ladder")[1:]
    assert [row[0] for row in rows] == [r["name"] for r in rungs]
    for row, rung in zip(rows, rungs):
        if rung["status"] == "measured":
            assert close(row[1], rung["gflops"]) and close(row[3], rung["step_speedup"])
            assert close(row[4], rung["cumulative_speedup"]) and close(row[5], rung["efficiency"])
        else:
            assert row[1] == "refused: " + rung["why"]

    # Libraries, errors, failures with their logs, and how it was measured.
    packed, kernel = comparison["packed"], comparison["kernel"]
    # One search alone is compared with nothing.
    by_shape, means, ratios = (page.rows("comparison", i) for i in range(3))
    assert len(page.tables["comparison"]) == 3 and by_shape[0][1:] == ["openblas", kernel], by_shape
    assert by_shape[1][0] == "256 × 256 × 256" and close(by_shape[1][1], packed["library_gflops"]) and close(by_shape[1][2], packed["gflops"])
    assert means[1][:2] == [kernel, "openblas"] and close(means[1][2], packed["ratio"]) and means[1][5] == "1", means
    assert ratios[1][1:3] == [kernel, "openblas"] and close(ratios[1][3], packed["ratio"]) and close(ratios[1][5], packed["q3"]), ratios
    worst = {row[0] + row[1]: row[2] for row in page.rows("error")[1:]}
    for check in records(data + "/check.json", "check"):
        if check["status"] == "passed":
            key = "%s%d cases, %d of them bit by bit" % (check["kernel"], check["cases"], check["exact"])
            assert close(worst[key], check["worst_error"]), (key, worst)
    for result in results:
        assert close(worst[result["kernel"] + "256 × 256 × 256"], result["worst_error"])
    for e in entries:
        if e["state"] == "failed":
            assert e["fields"]["reason"] in page.text["failures"]
    bad = [c for c in records(data + "/check.json", "check") if c["status"] == "failed"][0]
    for words in (bad["kernel"], bad["why"], bad["log"], "refused: 3", "timeout: 1", "failed: 1"):
        assert words in page.text["failures"], words
    assert "bound 1" in page.pictures("error")[0], "the errors are drawn without their bound"
    version = [row for row in page.rows("protocol") if row[0] == "version of clgemm-bench"][0]
    assert version[1:] == ["0.1.0"], version
    (opencl,) = [row[1] for row in page.rows("protocol") if row[0] == "OpenCL"]
    assert opencl.count("OpenCL 3.0") == 1, opencl
    # Where files say different things, each stands with those that say it.
    words = re.sub(r"\S*/", "", page.text["protocol"])
    assert "timed runs5 study.json, bench.json, compare.json3 ladder.json" in words, words
    for words in ("random (uniform in [-1, 1))", "seed", "Portable Computing Language", "3.1+debian", "ils", "warm up",
                  "journal of tune: %d points" % len(speeds), "OpenBLAS 0.3"):
        assert words in page.text["protocol"], words

def only(path, *sections):
    page = whole(path)
    assert list(page.tables) == list(sections), list(page.tables)
    assert page.links.count("main") == 1 and [link for link in page.links if link in sections] != []
    return page

def alone(path):
    page = only(path, "summary", "speed", "roofline", "error", "protocol")
    assert "Speed of each kernel<" in page.source and "there is no memory roof; --bandwidth" in page.text["roofline"]

def stated(path):
    page = only(path, "summary", "speed", "roofline", "error", "protocol")
    for row in page.rows("speed")[1:]:
        assert close(row[4], row[3] / 200), row

def host_alone(path):
    page = only(path, "summary", "speed", "roofline", "comparison", "protocol")
    assert "clock of the device:" not in page.text["speed"] and "clock of the host," in page.text["speed"]
    ((figures, kernel),) = page.best().values()
    assert kernel == "gemm_8x4_1x8" and "time of the host" in page.text["summary"], (figures, kernel)

def cached(path):
    page = whole(path)
    assert "2 of 2 marks are above the memory roof: their operands were in a cache" in page.text["roofline"], page.text["roofline"]

def begun(path):
    row = [row for row in whole(path).rows("protocol") if row[0] == "begun"]
    assert row == [["begun", "2026-01-01 00:00:00 UTC"]], row

def apart(path):
    page = whole(path)
    lines = re.findall(r'<path class="c0" d="([^"]*)"', page.source)
    assert [line.count("L") for line in lines] == [1, 1], lines
    assert ">cube root of M N K<" in page.source and "on no line" in page.text["speed"]
    assert [row[1] for row in page.rows("speed")[1:]] == ["64 × 64 × 64", "64 × 512 × 64", "256 × 256 × 256"]

def measured(path, data):
    page = only(path, "summary", "speed", "roofline", "protocol")
    speed = "%.4g GB/s" % records(data + "/study.json", "device")[0]["memory_gbytes_per_second"]
    assert "Memory roof: %s, measured by a copy" % speed in page.text["roofline"], page.text["roofline"]
    assert ">memory %s<" % speed in page.source and ">M = N = K<" in page.source

def under_way(path):
    page = only(path, "summary", "speed", "roofline", "space", "search", "failures", "protocol")
    assert "1 under way, or cut off" in page.text["search"], page.text["search"]
    assert "not measured again" in page.text["speed"]

def shared(path):
    page = whole(path)
    assert page.text["space"].count("tune.journal") == 2 and page.text["search"].count("live.journal") == 2, page.text["search"]

def gained(path, journal, comparison):
    page = whole(path)
    finals = [e["fields"] for e in map(json.loads, open(journal)) if e.get("state") == "final-times"]
    best, untuned = (min(finals, key=lambda f: f["median_ms"]), [f for f in finals if "untuned" in f][0])
    speeds = [2 * 256 ** 3 / f["median_ms"] * 1e-6 for f in (best, untuned)]
    rows = page.rows("comparison")
    assert rows[0] == ["M × N × K", "best of the search", "without tuning"], rows
    assert close(rows[1][1], speeds[0]) and close(rows[1][2], speeds[1]), (rows, speeds)
    # The picks of a profile are one series, whatever their names.
    rows = page.rows("comparison", 1)
    assert rows[0] == ["M × N × K", "openblas", "picks of the profile"] and len(rows) == 3, rows
    assert page.pictures("comparison")[1].count("<polygon") == 4 and ">64 × 512 × 32<" in page.pictures("comparison")[1]
    means = page.rows("comparison", 2)[1:]
    ratios = [c["packed"]["ratio"] for c in records(comparison, "comparison")]
    assert means[1][:2] == ["picks of the profile", "openblas"] and means[1][5] == "2", means
    assert close(means[1][2], (ratios[0] * ratios[1]) ** 0.5) and close(means[1][3], min(ratios)), (means, ratios)
    assert means[0][:2] == ["best of the search", "without tuning"], means
    gain = sorted(u / b for u, b in zip(untuned["ms"], best["ms"]))
    assert close(means[0][2], gain[len(gain) // 2]) and len(gain) % 2 == 1, (means, gain)

def itself(path):
    rows = whole(path).rows("comparison")
    assert close(rows[1][1], rows[1][2]) and rows[0][1:] == ["best of the search", "without tuning"], rows

def of_complex(path):
    for row in whole(path).rows("speed")[1:]:
        assert row[2] == "c32, B transposed, B conjugated", row
        assert close(row[3] * row[5] * 1e6, 8 * 256 ** 3), row

def nasty(path, name):
    page = whole(path)
    assert name in [row[0] for row in page.rows("speed")[1:]], page.rows("speed")
    assert len(page.scripts) == 1 + page.source.count('type="application/json"')

def drawn(path):
    page = whole(path)
    space = json.loads([s for s in page.scripts if s[0].get("type") == "application/json"][0][1])
    assert "index" not in space["names"] and "tile" in space["names"] and len(space["points"]) == 5000, space["names"]

def rung(path, name):
    page = whole(path)
    assert name + ": why" in [cell for row in page.rows("ladder") for cell in row], page.rows("ladder")

def devices(path):
    page = whole(path)
    assert "other & <device>" in page.text["speed"] and "pthread" in page.text["speed"]
    assert len(page.tables["summary"]) == 2

globals()[sys.argv[1]](*sys.argv[2:])
END_OF_PYTHON

# report WORD...: makes a page, and says nothing.
report() {
    if ! "$CLGEMM_BENCH" report "$@" >"$scratch/output" 2>&1 || [ -s "$scratch/output" ]; then
        echo "report $*: fails, or is not silent"
        head -n 5 "$scratch/output"
        failed=1
    fi
}

# see FUNCTION WORD...: looks at the page.
see() {
    if ! python3 "$scratch/see.py" "$1" "$out" "${@:2}"; then
        echo "$1: the page is not as expected"
        failed=1
    fi
}

need_python
report "$data"/{tune.journal,study.json,ladder.json,bench.json,compare.json,check.json,tuned.json,devices.json} \
    --bandwidth 12 -o "$out"
see all_of_it "$data"
cp "$out" "$scratch/first.html"
report "$data"/{tune.journal,study.json,ladder.json,bench.json,compare.json,check.json,tuned.json,devices.json} \
    --bandwidth 12 -o "$out"
if ! cmp -s "$out" "$scratch/first.html"; then
    echo 'the same files give another page'
    failed=1
fi

# A file alone has the sections that it has data for.
report "$data/bench.json" -o "$out"
see alone
report "$data/bench.json" --peak 200 -o "$out"
see stated
report "$data/bench.json" --bandwidth 0.01 -o "$out"
see cached
report "$data/compare.json" -o "$out"
see host_alone
sed 's/"record":"device",/&"at_ms":1767225600000,/' "$data/check.json" >"$scratch/begun.json"
report "$scratch/begun.json" -o "$out"
see begun
report "$data/ladder.json" -o "$out"
see only summary roofline ladder failures protocol
report "$data/check.json" -o "$out"
see only error failures protocol
report "$data/devices.json" -o "$out"
see only protocol
report "$data/tuned.json" -o "$out"
see only summary speed roofline protocol
"$CLGEMM_BENCH" report - -o "$out" <"$data/study.json" || failed=1
see only summary speed roofline protocol
if "$CLGEMM_BENCH" report - -o "$out" <"$data/tune.journal" 2>"$scratch/output" ||
    ! grep -q 'a journal is read from its file' "$scratch/output"; then
    echo 'a journal from standard input is not refused'
    failed=1
fi

# The journal of a tuner that is at work: locked, a point under way, the last line half written, no finals yet.
grep -v final-times "$data/tune.journal" >"$scratch/live.journal"
grep build-started "$data/tune.journal" | tail -n 1 | sed 's/"source":"[^"]*"/"source":"new"/' >>"$scratch/live.journal"
# What has ended without a result is not under way.
tail -n 1 "$scratch/live.journal" | sed 's/"source":"new"/"source":"old"/; s/build-started/survived/' >>"$scratch/live.journal"
printf '{"key":{"sour' >>"$scratch/live.journal"
cp "$scratch/live.journal" "$scratch/copy.journal"
coproc python3 -c '
import fcntl, sys
file = open(sys.argv[1], "r+")
fcntl.lockf(file, fcntl.LOCK_EX)
print("locked", flush=True)
sys.stdin.read()' "$scratch/live.journal"
read -r -u "${COPROC[0]}" _
expect 0 'the last one, is torn: its 13 bytes are left out' report "$scratch/live.journal" -o "$out"
exec {COPROC[1]}>&-
wait
see under_way
"$CLGEMM_BENCH" report "$data/tune.journal" "$scratch/live.journal" -o "$out" 2>"$scratch/output" || failed=1
see shared
if ! cmp -s "$scratch/live.journal" "$scratch/copy.journal"; then
    echo 'the journal was changed by who reads it'
    failed=1
fi
head -c -20 "$data/study.json" >"$scratch/torn.json"
expect 0 'torn.json: line 10, the last one, is torn' report "$scratch/torn.json" -o "$out"

# Lines go from cube to cube, past problems of other shapes.
python3 - "$data/bench.json" >"$scratch/shapes.json" <<'END_OF_PYTHON'
import json, sys
records = [json.loads(line) for line in open(sys.argv[1])]
print(json.dumps(records[0]))
for m, n, k in ((64, 64, 64), (64, 512, 64), (256, 256, 256)):
    print(json.dumps({**records[-1], "m": m, "n": n, "k": k}))
END_OF_PYTHON
report "$scratch/shapes.json" -o "$out"
see apart

# Names are text, whatever is in them; several devices are told apart.
name='a<b>&amp;"c"</script><script>x</script>'
python3 - "$data/bench.json" "$scratch" "$name" <<'END_OF_PYTHON'
import json, sys
records = [json.loads(line) for line in open(sys.argv[1])]
records[-1]["kernel"] = sys.argv[3]
open(sys.argv[2] + "/nasty.json", "w").write("".join(json.dumps(r) + "\n" for r in records))
records[0]["name"] = "other & <device>"
open(sys.argv[2] + "/other.json", "w").write("".join(json.dumps(r) + "\n" for r in records))
END_OF_PYTHON
report "$scratch/nasty.json" -o "$out"
see nasty "$name"
sed "s|\"pack\":\"ab\"|\"pack\":\"$(sed 's|[&"\]|\\&|g' <<<'</script><b>')\"|" "$data/tune.journal" >"$scratch/nasty.journal"
report "$scratch/nasty.journal" "$scratch/nasty.json" -o "$out"
see nasty "$name"
report "$data/bench.json" "$scratch/other.json" -o "$out"
see devices
sed "s|\"status\":\"refused\"\(.*\)\"why\":\"[^\"]*\"|\"status\":\"$(sed 's|[&"\]|\\&|g' <<<'<b>')\"\1\"why\":\"why\"|" "$data/ladder.json" >"$scratch/rung.json"
report "$scratch/rung.json" -o "$out"
see rung '<b>'

# The best of a search beside the kernel without tuning, which may be the best itself; picks of a profile beside a library.
for which in -1 0; do
    python3 - "$data" "$scratch" $which <<'END_OF_PYTHON'
import json, sys
data, scratch, which = sys.argv[1:]
lines = [json.loads(line) for line in open(data + "/tune.journal")]
finals = sorted((line for line in lines if line.get("state") == "final-times"), key=lambda line: line["fields"]["median_ms"])
finals[int(which)]["fields"]["untuned"] = True
with open(scratch + "/gain.journal", "w") as journal:
    for line in lines:
        line.pop("check", None)
        print(json.dumps(line, separators=(",", ":")), file=journal)
device, *_, comparison, mean = map(json.loads, open(data + "/compare.json"))
with open(scratch + "/picks.json", "w") as picks:
    print(json.dumps(device), file=picks)
    for kernel, n, ratio in ("k0", 256, 0.5), ("k1", 512, 0.25):
        shape = {"kernel": kernel, "group": "picks of the profile"} | ({} if n == 256 else {"m": 64, "n": n, "k": 32})
        print(json.dumps({**comparison, **shape, "packed": {**comparison["packed"], "ratio": ratio}}), file=picks)
END_OF_PYTHON
    report "$scratch/gain.journal" "$scratch/picks.json" -o "$out"
    if [ $which = -1 ]; then see gained "$scratch/gain.journal" "$scratch/picks.json"; else see itself; fi
done

# A product of complex numbers is eight operations; what is conjugated stands beside what is transposed.
sed -e 's/"types":{[^}]*}/"types":{"a":"c32","b":"c32","c":"c32","accumulate":"c32"}/' \
    -e 's/"b":false}/"b":true},"conjugate":{"a":false,"b":true}/' "$data/compare.json" >"$scratch/complex.json"
report "$scratch/complex.json" -o "$out"
see of_complex

# A parameter with as many values as there are points is left out of the map.
python3 - "$data/tune.journal" >"$scratch/drawn.journal" <<'END_OF_PYTHON'
import json, sys
lines = open(sys.argv[1]).read().splitlines()
timed = [json.loads(line) for line in lines[1:] if json.loads(line)["state"] == "times"]
print("\n".join(lines[:3]))
for i in range(5000):
    entry = timed[i % len(timed)]
    entry["key"]["parameters"]["index"] = str(i)
    entry["key"]["source"] = "fnv1a64:%016x" % i
    print(json.dumps(entry))
END_OF_PYTHON
report "$scratch/drawn.journal" -o "$out"
see drawn
expect 1 '--peak is one device.s, and the files are of 2 devices' report "$data/bench.json" "$scratch/other.json" --peak 5 -o "$out"
exit $failed
