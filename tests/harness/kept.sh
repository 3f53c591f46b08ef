#!/bin/bash
# A worker keeps the data of a problem, and its right result, for the kernels and libraries that come, in searches and in races, and a
# problem that a kernel is not for changes nothing of that.
. "${srcdir:-.}/tests/harness/common.sh"
: "${CLGEMM_GEN:=./clgemm-gen}"
need_device

"$CLGEMM_GEN" --family register --tile 4x4 --wg 4x4 --edges exact --name exact --emit cl,json -o "$scratch/" || exit 1
python3 - "$CLGEMM_BENCH" "$scratch" <<'END' || failed=1
import json, subprocess, sys

def order(**members):
    worker.stdin.write(json.dumps(members) + "\n")
    worker.stdin.flush()
    return json.loads(worker.stdout.readline())

def prepare(slot, side, **limits):
    return order(do="prepare", slot=slot, m=side, n=side, k=side, lda=0, ldb=0, ldc=0, offset_a=0, offset_b=0, offset_c=0, alpha=1.0, beta=0.0,
                 seed=1, full_limit=2e9, verify=True, load=True, **{"memory": 1000000000, "share": 1, **limits})

worker = subprocess.Popen([sys.argv[1], "worker", "--memory", "2000000000"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True, start_new_session=True)
manifest = json.load(open(sys.argv[2] + "/exact.json"))
manifest["programs"][0]["source"] = open(sys.argv[2] + "/exact.cl").read()
order(do="device")
build = order(do="build", slot=0, manifest=manifest)
assert "build_ms" in build, build
answers = [prepare(0, side) for side in (64, 64, 65, 64)]
assert [answer.get("kept") for answer in answers] == [False, True, None, True], answers
assert answers[2]["failed"] == "refused", answers[2]

# Data of two kinds, of which one is verified.
def made(slot, side):
    answer = prepare(slot, side)
    assert answer.get("exact"), answer
    return [answer["spent"][name] for name in ("data_made", "references")]

assert "build_ms" in order(do="build", slot=1, manifest=manifest)
assert "library" in order(do="build", slot=2, library={"name": "openblas", "threads": 1}, manifest=manifest)
assert [made(slot, 48) for slot in (0, 1, 2)] == [[2, 1], [0, 0], [0, 0]]
assert [made(slot, 80) for slot in (2, 1)] == [[2, 1], [0, 0]], "a library first"
answer = order(do="run", slots=[1, 2], settle=True, validate=True)
assert len(answer["runs"]) == 2 and answer["spent"]["data_made"] == 0, answer

# Slots alike need memory each for what they hold, and once for what a verification takes beside.
assert prepare(1, 64, memory=606208, share=2).get("exact"), "two slots"
answer = prepare(1, 64, memory=606207, share=2)
assert answer["failed"] == "refused" and "matrices of 2 kernels and their reference need 606.2 KB" in answer["reason"], answer
worker.stdin.close()
worker.wait()
END
exit $failed
