#!/bin/bash
# The page of what the commands write today: each is run, small, and report reads all of it. Kernels of devices and bench run on the
# device; those of the others are a stand-in's (tests/harness/standin.c).
# Test: turn 9
. "${srcdir:-.}/tests/harness/common.sh"
need_device
size="-M 64 -N 48 -K 32"

# write FILE WORD...: what a command prints as JSON.
write() {
    if ! "$CLGEMM_BENCH" "${@:2}" --json >"$scratch/$1" 2>"$scratch/errors"; then
        echo "clgemm-bench ${*:2} --json fails:"
        head -n 5 "$scratch/errors"
        failed=1
    fi
}

write devices.json devices
write bench.json bench --family naive $size -i 6 -v --peak measured --with-transfer
"$CLGEMM_BENCH" bench --family naive $size -i 6 --peak 50 --compare-to "$scratch/bench.json" --json >"$scratch/change.json" 2>"$scratch/errors"
case $? in 0 | 7) ;; *) cat "$scratch/errors"; failed=1 ;; esac
on=(--worker "$standin")
write ladder.json ladder tutorial -i 1 --warm-up 0 -M 64 -N 64 -K 64 --peak 50 "${on[@]}"
write study.json study tiling -i 1 --warm-up 0 --sizes 64,128 --peak 50 "${on[@]}"
if "$CLGEMM_BENCH" check -k naive "$scratch/nosuch.json" --sizes quick --trials 1 --json "${on[@]}" >"$scratch/check.json" 2>"$scratch/errors"; then
    echo 'a kernel that is not there passes'
    failed=1
fi
write compare.json compare --family naive $size -i 2 --with clblast,openblas --against '--tile 2x2' "${on[@]}"
expect 0 'points tried' tune $size --peak measured --budget 4 --top 2 --trials 2 --param family=naive --journal "$scratch/tune.journal" \
    -o "$scratch/tuned.json" "${on[@]}"
expect 0 '"record":"check","kernel":"[^"]*","status":"passed",.*"worst_error":' check --family naive --sizes quick --trials 1 --json "${on[@]}"
if ! grep -q '"memory_gbytes_per_second":[0-9.]' "$scratch/bench.json"; then
    echo 'bench does not say how fast memory is'
    failed=1
fi
if ! grep -q '"peak_gflops":.*"memory_gbytes_per_second":' "$scratch/tune.journal"; then
    echo 'the journal does not say what the device can do'
    failed=1
fi
if ! "$CLGEMM_BENCH" report "$scratch"/*.json "$scratch/tune.journal" -o "$scratch/report.html"; then
    echo 'report cannot read what the other commands wrote'
    failed=1
fi
python3 - "$scratch/report.html" <<'END' || failed=1
import json, re, sys
model = json.loads(re.search(r'id="model">(.*?)</script>', open(sys.argv[1], encoding="utf-8").read(), re.S)[1])
empty = [name for name in ("files", "sessions", "records", "spaces", "texts") if not model[name]]
found = {model["kinds"][row[0]][0] for row in model["records"]}
lacks = {"result", "rung", "point", "comparison", "library", "missing", "check", "peak", "shape", "search"} - found
lacks |= {words for words in ("there is no clblast", "--tile 2x2") if not any(words in str(text) for text in model["texts"])}
if not any(final.get("untuned") for space in model["spaces"] for final in space["finals"]):
    lacks.add("the kernel without tuning")
if empty or lacks:
    sys.exit("the page lacks: %s" % sorted(empty + list(lacks)))
END

# A kernel that bench or compare could not measure is among the failures.
{ head -n 1 "$scratch/bench.json"; echo '{"record":"failure","kernel":"lost","m":9,"n":8,"k":7,"why":"its process ended","log":"line 3"}'; } >"$scratch/lost.json"
"$CLGEMM_BENCH" report "$scratch/lost.json" -o "$scratch/lost.html" && grep -q 'its process ended' "$scratch/lost.html" ||
    { echo 'the page has no kernel that was not measured'; failed=1; }

# Every record and member that is written is described.
"$CLGEMM_BENCH" offline --target amd:gfx90a,amd:nosuch --family naive --json >"$scratch/offline.json" 2>"$scratch/errors"
python3 - "${srcdir:-.}/doc/records.md" "${srcdir:-.}/doc/clgemm-records-1.schema.json" "$scratch"/*.json <<'END' || failed=1
import json, re, sys
definitions = json.load(open(sys.argv.pop(2)))["definitions"]

def members(node):
    known = set(node.get("properties", ()))
    for part in node.get("allOf", ()):
        known |= members(definitions[part["$ref"].split("/")[-1]])
    return known

schema_of = {"rung": "entrant", "point": "entrant", "kernel": "library", "devices": "listed"}
unknown_to_schema = set()
names, section = {}, None
for line in open(sys.argv[1], encoding="utf-8"):
    if line.startswith("## "):
        section = names.setdefault(line[3:].strip(), set())
    elif section is not None and line.startswith("|"):
        section.update(re.findall(r"`(\w+)`", line.split("|")[1]))
shared = {"result": "problem figures efficiency", "rung": "problem figures efficiency", "point": "rung problem figures efficiency",
          "comparison": "problem figures", "check": "problem", "kernel": "library"}
unknown = set()
for path in sys.argv[2:]:
    if path.endswith("tuned.json"):
        continue
    other = "offline" if path.endswith("offline.json") else "devices"
    for line in open(path):
        record = json.loads(line)
        name = record.pop("record", other)
        known = set(names.get(name, ()))
        for part in shared.get(name, "").split():
            known |= names[part]
        if name not in names:
            unknown.add(name)
        unknown |= {name + "." + member for member in record if member not in known}
        known = members(definitions[schema_of.get(name, name)])
        unknown_to_schema |= {name + "." + member for member in record if member not in known}
if unknown:
    sys.exit("doc/records.md does not describe: " + " ".join(sorted(unknown)))
if unknown_to_schema:
    sys.exit("doc/clgemm-records-1.schema.json does not have: " + " ".join(sorted(unknown_to_schema)))
END
need_jsonschema
schema="${srcdir:-.}/doc/clgemm-records-1.schema.json"
rm "$scratch/tuned.json"
$PYTHON "$srcdir/tests/harness/validate_manifest.py" --lines --schema "$schema" "$scratch"/*.json "$scratch/tune.journal" >"$scratch/output" ||
    { head -n 20 "$scratch/output"; failed=1; }
# A schema that takes anything would find nothing.
sed -E 's/"at_ms":[0-9]+/"at_ms":"now"/; s/"kernel":"[^"]*"/"kernel":7/' "$scratch/bench.json" >"$scratch/wrong.json"
if $PYTHON "$srcdir/tests/harness/validate_manifest.py" --lines --schema "$schema" "$scratch/wrong.json" >/dev/null; then
    echo 'the schema of records takes a time that is none'
    failed=1
fi
exit $failed
