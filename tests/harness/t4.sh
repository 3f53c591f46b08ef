#!/bin/bash
# Results in T4, the format of other tuners' tools (tools/journal-to-t4.py): from a journal that has every outcome, and from one of tune. They obey the schema of
# tests/harness/t4.schema.json, and that of $T4_SCHEMA where it names a file (the original one, say).
# Test: turn 0
. "${srcdir:-.}/tests/harness/common.sh"
need_jsonschema
schema=$srcdir/tests/harness/t4.schema.json

# valid FILE SCHEMA...: whether the file obeys every schema.
valid() {
    $PYTHON - "$@" <<'END_OF_PYTHON'
import json, jsonschema, sys
results = json.load(open(sys.argv[1]))
for name in sys.argv[2:]:
    schema = json.load(open(name))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(results, schema, cls=jsonschema.Draft202012Validator)
END_OF_PYTHON
}

# see FILE EXPRESSION: the Python expression holds, with the results as r.
see() {
    $PYTHON -c 'import json, sys
r = json.load(open(sys.argv[1]))["results"]
sys.exit(not eval(sys.argv[2]))' "$1" "$2" || { echo "not so: $2"; failed=1; }
}

# export_with WORD...: the tool writes the file, and has nothing to say.
export_with() {
    local said
    if ! said=$($PYTHON "$srcdir/tools/journal-to-t4.py" "$@" 2>&1 >"$scratch/t4.json") || [ -n "$said" ]; then
        echo "journal-to-t4.py $*: $said"
        failed=1
    fi
}
# refuses SENTENCE WORD...
refuses() {
    local said
    if said=$($PYTHON "$srcdir/tools/journal-to-t4.py" "${@:2}" 2>&1) || ! grep -q -e "$1" <<<"$said"; then
        echo "journal-to-t4.py ${*:2}: $said"
        failed=1
    fi
}
refuses 'No such file' "$scratch/nowhere"

# A journal by hand: note POINT STATE FIELDS [DEVICE].
journal=$scratch/journal
note() {
    printf '{"key":{"source":"s%s","device":"%s","driver":"1","problem":{"m":64,"n":32,"k":16,"transpose":{"a":true}},"parameters":{"tile":"8x4","wg":"%s"}},"state":"%s","fields":%s,"at_ms":1}\n' \
        "$1" "${4:-gpu A}" "$1" "$2" "$3" >>"$journal"
}
echo '{"clgemm_journal":1}' >"$journal"
refuses 'the journal has no results' "$journal"
note 1 build-started '{}'
note 1 built '{"build_ms":12.5}'
note 1 run-started '{}'
note 1 verified '{}'
note 10 times '{"median_ms":0.5,"ms":[0.5]}'
note 1 times '{"median_ms":0.5,"ms":[0.5,0.25,0.75]}'
note 1 final-times '{"median_ms":0.25,"ms":[0.25,0.25]}'
number=2
for kind in timeout compile runtime correctness crash impossible refused; do
    note $number failed "{\"kind\":\"$kind\",\"reason\":\"it did\",\"log\":\"\"}"
    number=$((number + 1))
done
note 9 run-started '{}'
export_with "$journal"
valid "$scratch/t4.json" "$schema" $T4_SCHEMA || failed=1
see "$scratch/t4.json" 'len(r) == 9'
# Timed, but never compared at this size: who was is the first.
see "$scratch/t4.json" 'r[1]["invalidity"] == "correct" and r[1]["correctness"] == 0'
see "$scratch/t4.json" '[x["invalidity"] for x in r] == ["correct", "correct", "timeout", "compile", "runtime", "correctness", "runtime", "runtime", "constraints"]'
see "$scratch/t4.json" '[x["correctness"] for x in r] == [1] + 8 * [0]'
see "$scratch/t4.json" 'r[0]["configuration"] == {"tile": "8x4", "wg": 1, "m": 64, "n": 32, "k": 16, "transpose_a": True}'
see "$scratch/t4.json" 'r[0]["times"]["compilation_time"] == 12.5 and r[0]["times"]["runtimes"] == [0.25, 0.25]'
see "$scratch/t4.json" 'r[0]["measurements"][0] == {"name": "time", "value": 0.25, "unit": "ms"}'
see "$scratch/t4.json" 'abs(r[0]["measurements"][1]["value"] - 2 * 64 * 32 * 16 / 0.25e6) < 1e-9 and r[2]["measurements"] == []'
grep -q '"device": "gpu A"' "$scratch/t4.json" || failed=1
# A product of complex numbers and its addition are eight operations.
sed 's/"k":16,/&"types":{"a":"c32","b":"c32","c":"c32"},/' "$journal" >"$scratch/complex"
export_with "$scratch/complex"
see "$scratch/t4.json" 'abs(r[0]["measurements"][1]["value"] - 8 * 64 * 32 * 16 / 0.25e6) < 1e-9'

# A damaged line is left out, which is said; a parameter of an earlier version stays.
cp "$data/report/tune.journal" "$scratch/earlier"
chmod u+w "$scratch/earlier"
export_with "$scratch/earlier"
see "$scratch/t4.json" 'r[0]["configuration"]["pack"] == "ab"'
printf '{"key"\n' >>"$scratch/earlier"
$PYTHON "$srcdir/tools/journal-to-t4.py" "$scratch/earlier" 2>&1 >"$scratch/t4.json" | grep -q 'line [0-9]* is damaged' || failed=1

# One file is for one device.
note 1 times '{"median_ms":0.5,"ms":[0.5]}' 'gpu B'
refuses 'results of gpu A and of gpu B, and T4 is for one; name the device too' "$journal"
export_with "$journal" B
see "$scratch/t4.json" 'len(r) == 1'
refuses 'no results of a device named C' "$journal" C

# A whole name is that device, also where another one's name contains it.
note 1 times '{"median_ms":0.5,"ms":[0.5]}' 'gpu A Pro'
note 2 times '{"median_ms":0.5,"ms":[0.5]}' 'gpu A Pro'
export_with "$journal" 'gpu A'
see "$scratch/t4.json" 'len(r) == 9'
export_with "$journal" 'A Pro'
see "$scratch/t4.json" 'len(r) == 2'
# What tune writes, of two devices in one journal: a kernel of its list is right where it was compared.
printf 'm,n,k\n48,48,48\n64,32,16\n' >"$scratch/shapes.csv"
rm -f "$scratch/run"
for device in 'Stand-in Pro' 'Stand-in'; do
    STANDIN_DEVICE=$device expect 0 'points tried' tune --family naive --wg 1x4 --budget 3 --top 1 --trials 3 --shapes "$scratch/shapes.csv" \
        --worker "$builddir/tests/harness/standin" --journal "$scratch/run"
    export_with "$scratch/run" "$device"
    grep -q "\"device\": \"$device\"" "$scratch/t4.json" || { echo "not of $device"; failed=1; }
    see "$scratch/t4.json" 'all(x["correctness"] == 1 for x in r if x["configuration"]["m"] == 64)'
    see "$scratch/t4.json" 'sorted(x["correctness"] for x in r if x["configuration"]["m"] == 48)[0] == 0'
done
rm "$scratch/run"

need_device
expect 0 'points tried' tune --family naive --param wg=1x4,4x4 --search random --budget 4 --trials 3 -M 24 -N 24 -K 24 \
    --journal "$scratch/run"
export_with "$scratch/run"
valid "$scratch/t4.json" "$schema" $T4_SCHEMA || failed=1
see "$scratch/t4.json" 'sum(x["invalidity"] == "correct" and min(x["times"]["runtimes"]) > 0 for x in r) >= 1'
exit $failed
