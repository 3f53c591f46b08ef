#!/bin/bash
# The figures in the page of `report`, as a browser draws them, are those of the records. Needs no device.
. "${srcdir:-.}/tests/harness/common.sh"
need_python
need_chromium
data=$data/report
out=$scratch/report.html
# report WORD...: makes a page, and says nothing.
report() {
    if ! "$CLGEMM_BENCH" report "$@" >"$scratch/output" 2>&1 || [ -s "$scratch/output" ]; then
        echo "report $*: fails, or is not silent"
        head -n 5 "$scratch/output"
        failed=1
    fi
}

# see FUNCTION WORD...: will look at the page that stands there now.
see() {
    local page=$scratch/page${#pages[@]}.html
    cp "$out" "$page"
    pages+=("dom:$page")
    sights+=("$1 $page ${*:2}")
}
pages=() sights=()

report "$data"/{tune.journal,study.json,ladder.json,bench.json,compare.json,check.json,tuned.json,devices.json} \
    --bandwidth 12 -o "$out"
see all_of_it "$data"

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

# The journal of a tuner that is at work: locked, a point under way, the last line half written, no finals yet.
grep -v final-times "$data/tune.journal" >"$scratch/live.journal"
grep build-started "$data/tune.journal" | tail -n 1 | sed 's/"source":"[^"]*"/"source":"new"/' >>"$scratch/live.journal"
# What has ended without a result is not under way.
tail -n 1 "$scratch/live.journal" | sed 's/"source":"new"/"source":"old"/; s/build-started/survived/' >>"$scratch/live.journal"
printf '{"key":{"sour' >>"$scratch/live.journal"
"$CLGEMM_BENCH" report "$scratch/live.journal" -o "$out" 2>"$scratch/output" || failed=1
see under_way
"$CLGEMM_BENCH" report "$data/tune.journal" "$scratch/live.journal" -o "$out" 2>"$scratch/output" || failed=1
see shared

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
with open(scratch + "/gain%s.journal" % which, "w") as journal:
    for line in lines:
        line.pop("check", None)
        print(json.dumps(line, separators=(",", ":")), file=journal)
device, *_, comparison, mean = map(json.loads, open(data + "/compare.json"))
with open(scratch + "/picks%s.json" % which, "w") as picks:
    print(json.dumps(device), file=picks)
    for kernel, n, ratio in ("k0", 256, 0.5), ("k1", 512, 0.25):
        shape = {"kernel": kernel, "group": "picks of the profile"} | ({} if n == 256 else {"m": 64, "n": n, "k": 32})
        print(json.dumps({**comparison, **shape, "packed": {**comparison["packed"], "ratio": ratio}}), file=picks)
END_OF_PYTHON
    report "$scratch/gain$which.journal" "$scratch/picks$which.json" -o "$out"
    if [ $which = -1 ]; then see gained "$scratch/gain$which.journal" "$scratch/picks$which.json"; else see itself; fi
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

# Values of parameters are in the order in which people count.
python3 - "$data/tune.journal" >"$scratch/counted.journal" <<'END_OF_PYTHON'
import json, sys
lines = open(sys.argv[1]).read().splitlines()
timed = [json.loads(line) for line in lines[1:] if json.loads(line)["state"] == "times"][0]
print("\n".join(lines[:3]))
for i, tile in enumerate(("16x8", "2x1", "16x1", "8x4")):
    timed["key"]["parameters"] |= {"tile": tile, "index": str(i % 2)}
    timed["key"]["source"], timed["fields"]["median_ms"] = "fnv1a64:%016x" % i, i + 1.0
    print(json.dumps(timed))
END_OF_PYTHON
report "$scratch/counted.journal" -o "$out"
see counted

# Figures and texts that nobody measures: the page stands, and says nothing on the console.
python3 - "$data" "$scratch" <<'END_OF_PYTHON'
import json, sys
data, scratch = sys.argv[1:]
odd = "</script><img src=x onerror=nothing()>\x1b[31m\u2028<!--<script>"
huge = (1e308, 1.7e308, 5e-324, 1e-308, -1.0, 0.0)
with open(scratch + "/odd.json", "w") as out:
    for name in ("bench", "ladder", "study", "check", "compare"):
        for line in open(data + "/%s.json" % name):
            record = json.loads(line)
            for i, value in enumerate(huge if record["record"] != "device" else [0]):
                for member in record:
                    if isinstance(record[member], float) or member in ("bytes", "peak_gflops"):
                        record[member] = value if member in ("gflops", "worst_error") else huge[(i + 1) % len(huge)]
                    elif member in ("kernel", "name", "peak", "why", "log", "of", "driver"):
                        record[member] = odd
                record["at_ms"], record["__proto__"], record["seed"] = 10 ** 18, odd, 2 ** 63 - 1
                if isinstance(record.get("device_ms"), dict):
                    record["device_ms"]["median"] = huge[(i + 2) % len(huge)]
                print(json.dumps(record), file=out)
END_OF_PYTHON
report "$scratch/odd.json" -o "$out"
see whole

# A report of files that disagree compares everything with the greatest peak of the type, and marks what is above.
cat >"$scratch/two.json" <<'END_OF_RECORDS'
{"record":"device","name":"D","platform":"P","driver":"1","type":"cpu"}
{"record":"peak","type":"f32","gflops":160.0,"words":"as measured"}
{"record":"result","kernel":"high","m":64,"n":64,"k":64,"types":{"a":"f32","b":"f32","c":"f32","accumulate":"f32"},"device_ms":{"median":0.01},"gflops":80.0,"peak_gflops":160.0,"peak":"as measured"}
{"record":"result","kernel":"low","m":64,"n":64,"k":64,"types":{"a":"f32","b":"f32","c":"f32","accumulate":"f32"},"device_ms":{"median":0.02},"gflops":40.0,"peak_gflops":50.0,"peak":"another"}
{"record":"result","kernel":"double","m":64,"n":64,"k":64,"types":{"a":"f64","b":"f64","c":"f64","accumulate":"f64"},"device_ms":{"median":0.02},"gflops":42.0,"peak_gflops":40.0,"peak":"of doubles"}
END_OF_RECORDS
report "$scratch/two.json" -o "$scratch/two.html"
sed 's/of doubles/profile cpu: 64 a cycle x 2 compute units x 2596 MHz/' "$scratch/two.json" >"$scratch/clock.json"
report "$scratch/clock.json" -o "$scratch/clock.html"
pages+=("dom:$scratch/two.html" "dom:$scratch/clock.html")

look "${pages[@]}"
if [ -s "$scratch/found" ]; then
    head -n 20 "$scratch/found"
    failed=1
fi
for sight in "${sights[@]}"; do
    # Words of a sight have no spaces.
    # shellcheck disable=SC2086
    if ! python3 "$srcdir/tests/harness/see.py" $sight; then
        echo "$sight: the page is not as expected"
        failed=1
    fi
done
for cell in '50.0' '25.0'; do
    grep -q ">$cell&nbsp;%</data></td>" "$scratch/two.html.dom" || { echo "no kernel has $cell % of the peak"; failed=1; }
done
grep -q '>105.0&nbsp;%</data> above</td>' "$scratch/two.html.dom" || { echo 'a speed above the peak is not marked'; failed=1; }
grep -q 'Above: faster than the peak.*(of doubles)' "$scratch/two.html.dom" || { echo 'what above means is not said'; failed=1; }
grep -q 'x 2596 MHz). It may run at a higher clock than it reports' "$scratch/clock.html.dom" || { echo 'nothing is said of the clock'; failed=1; }
grep -q '<th scope="row">peak in f32, GFLOP/s</th><td><div>160.00: as measured</div></td>' "$scratch/two.html.dom" ||
    { echo 'the peak is not among the facts'; failed=1; }
exit $failed
