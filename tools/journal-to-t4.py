#!/usr/bin/env python3
"""Writes the results of a journal of `clgemm-bench tune` in T4 1.0.0, the JSON in which tuners exchange results
(https://github.com/odgaard/TuningSchema), to the standard output.

    journal-to-t4.py JOURNAL [DEVICE]

A file is for one device: its name or, if none has it as a whole, a part of it. `correctness` is 1 where a result at that size was
compared and right. doc/journal.md describes the journal; a damaged line is left out, which is said on the standard error."""
import json
import sys

INVALIDITY = {"timeout": "timeout", "compile": "compile", "correctness": "correctness", "refused": "constraints"}


def is_whole(line):
    """Whether a line has the check value of its bytes; lines of the earlier form have none."""
    body, found, rest = line.rpartition(b',"check":"')
    if not found:
        return True
    value = 0xCBF29CE484222325
    for byte in body:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return rest[:16] == b"%016x" % value


def read(path):
    """The entries of a journal, each with its key, its last state and the fields of its states; and the version of the program."""
    entries, version = {}, ""
    with open(path, "rb") as journal:
        if b"clgemm_journal" not in journal.readline():
            sys.exit("%s is no journal" % path)
        for number, line in enumerate(journal, 2):
            try:
                event = json.loads(line) if is_whole(line) else None
                key, state, fields = event["key"], event["state"], event["fields"]
            except (ValueError, KeyError, TypeError):
                print("%s: line %d is damaged" % (path, number), file=sys.stderr)
                continue
            if state == "session":
                version = fields.get("version", version)
            entry = entries.setdefault(json.dumps(key, sort_keys=True), {"key": key})
            entry["state"], entry[state] = state, fields or {}
    return entries.values(), version


def has_result(entry):
    key = entry["key"]
    return "parameters" in key and isinstance(key.get("device"), str) and (
        entry["state"] == "failed" or "times" in entry or "final-times" in entry)


def configuration(key):
    """The parameters, and the problem behind them: a member that is an object becomes several, `transpose_a`."""
    values = {name: int(value) if isinstance(value, str) and value.isdecimal() else value for name, value in key["parameters"].items()}
    for name, value in key.get("problem", {}).items():
        values.update({name + "_" + part: item for part, item in value.items()} if isinstance(value, dict) else {name: value})
    return values


def measurements(problem, ms):
    operations = 8 if problem.get("types", {}).get("c", "").startswith("c") else 2
    flops = operations * problem.get("m", 0) * problem.get("n", 0) * problem.get("k", 0)
    return [{"name": "time", "value": ms, "unit": "ms"}, {"name": "GFLOP/s", "value": flops / (ms * 1e6), "unit": "GFLOP/s"}]


def result(entry):
    """The launches that count are those of the best, else of the search."""
    failed = entry["state"] == "failed"
    measured = entry.get("final-times", entry.get("times", {}))
    ms, build_ms = measured.get("median_ms", 0), entry.get("built", {}).get("build_ms", 0)
    times = {"compilation_time": build_ms, "compilation": build_ms} if build_ms > 0 else {}
    return {
        "configuration": configuration(entry["key"]),
        "times": dict(times, runtimes=measured.get("ms", [])),
        "invalidity": INVALIDITY.get(entry["failed"].get("kind"), "runtime") if failed else "correct",
        "correctness": float(not failed and ("final-times" in entry or "verified" in entry)),
        "objectives": ["time"],
        "measurements": measurements(entry["key"].get("problem", {}), ms) if not failed and ms > 0 else [],
    }


def choose(names, wanted):
    chosen = [wanted] if wanted in names else [name for name in names if wanted in name]
    if not chosen:
        sys.exit("the journal has no results" + (" of a device named " + wanted if wanted else ""))
    if len(chosen) > 1:
        sys.exit("the journal has results of %s and of %s, and T4 is for one; name the device too" % tuple(chosen[:2]))
    return chosen[0]


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    entries, version = read(sys.argv[1])
    entries = [entry for entry in entries if has_result(entry)]
    device = choose(dict.fromkeys(entry["key"]["device"] for entry in entries), sys.argv[2] if len(sys.argv) > 2 else "")
    json.dump({"schema_version": "1.0.0",
               "metadata": {"autotuner": "clgemm", "autotuner_version": version, "compute_api": "OpenCL", "device": device,
                            "timeunit": "milliseconds"},
               "results": [result(entry) for entry in entries if entry["key"]["device"] == device]}, sys.stdout)
    print()


main()
