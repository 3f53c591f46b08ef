"""Compares a page, as a browser shows it, with the records that it is made of.

Use: see.py FUNCTION PAGE [WORD...]    PAGE.dom is what look.py has written of PAGE
"""
import json, re, sys
from html.parser import HTMLParser

VOID = {"meta", "br", "wbr", "link", "img", "input", "hr"}

class Page(HTMLParser):
    """A page as sections of tables and texts; whatever is not well-formed is an error."""

    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.stack, self.ids, self.links, self.tables, self.text = [], [], [], {}, {}
        self.scripts, self.options, self.section, self.table, self.cell = [], [], None, None, None
        self.file = open(path, encoding="utf-8").read()
        self.source = open(path + ".dom", encoding="utf-8").read()
        self.feed(self.source)
        self.close()
        self.model = json.loads([text for names, text in self.scripts if names.get("id") == "model"][0])
        assert not self.stack, self.stack

    def handle_starttag(self, tag, attributes):
        names = dict(attributes)
        assert tag not in ("img", "iframe", "object", "b"), "a text of a record is markup"
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
        if tag == "option":
            self.options.append(text)
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
    assert page.file.startswith("<!DOCTYPE html>") and "<noscript>" in page.file
    assert not re.search(r"https?:|@import|url\(|<link|<img", page.file.replace("http://www.w3.org/2000/svg", "")), "something lies outside"
    assert not re.search(r"[\0-\x08\x0b-\x1f\x7f]", page.source), "a control character"
    assert "prefers-color-scheme: dark" in page.source and "data-theme=dark" in page.source
    for link in page.links:
        assert link == "main" or link in page.ids, link
    assert not re.search(r'(?i)="[^"]*\b(nan|inf|infinity|undefined)\b', page.source), "a number is none"
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

    # The heat map: the table is what the points of the model say, and they are those of the journal.
    (space,) = page.model["spaces"]
    tried = [e for e in entries if e["state"] in ("times", "failed") and e["key"]["parameters"]]
    points = [point for point in space["points"] if len(point) > 1]
    assert len(points) == len(tried), (len(points), len(tried))
    for point, entry in zip(points, tried):
        for number, name in zip(point[1:], space["names"]):
            assert page.model["texts"][number] == entry["key"]["parameters"][name]
        ms = entry["fields"]["median_ms"] if entry["state"] == "times" else 0
        assert abs(point[0] - ms) <= 1e-6 * ms, (point, ms)
    caption = re.search(r"GFLOP/s: (\S+) down, (\S+) across", page.text["space"])
    down, across = (space["names"].index(caption[i]) for i in (1, 2))
    table = page.rows("space")
    value = lambda point, place: page.model["texts"][point[place + 1]]
    assert {row[0] for row in table[1:]} == {value(p, down) for p in points}
    assert set(table[0][1:]) == {value(p, across) for p in points}
    for row in table[1:]:
        for column, cell in zip(table[0][1:], row[1:]):
            speeds = [p[0] and 2 * 256 ** 3 / p[0] * 1e-6 for p in points if (value(p, down), value(p, across)) == (row[0], column)]
            if not speeds:
                assert cell == ""
            elif max(speeds) == 0:
                assert cell == "failed"
            else:
                assert abs(float(cell) - max(speeds)) <= 1e-3 * max(speeds), (cell, speeds)

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
    assert len(page.scripts) == 2, page.scripts

def drawn(path):
    page = whole(path)
    assert "index" not in page.options and "tile" in page.options and len(page.model["spaces"][0]["points"]) == 5000, page.options

def counted(path):
    rows = [row[0] for row in whole(path).rows("space")[1:]]
    assert rows == ["2x1", "8x4", "16x1", "16x8"], "values are not in the order in which people count: %s" % rows

def rung(path, name):
    page = whole(path)
    assert name + ": why" in [cell for row in page.rows("ladder") for cell in row], page.rows("ladder")

def devices(path):
    page = whole(path)
    assert "other & <device>" in page.text["speed"] and "pthread" in page.text["speed"]
    assert len(page.tables["summary"]) == 2

globals()[sys.argv[1]](*sys.argv[2:])
