#!/bin/bash
# A worker keeps the data of a problem, and its right result, for the kernels and libraries that come, in searches and in races, and a
# problem that a kernel is not for changes nothing of that.
. "${srcdir:-.}/tests/harness/common.sh"
: "${CLGEMM_GEN:=./clgemm-gen}"
need_device

"$CLGEMM_GEN" --family register --tile 4x4 --wg 4x4 --edges exact --name exact --emit cl,json -o "$scratch/" || exit 1
# A convolution by two kernels, and one with other padding, whose operands have as many elements.
for kernel in 'naive 1 naive' 'tiled 1 register --tile 2x2 --wg 2x2' 'other 0 naive'; do
    read -r name padding family <<<"$kernel"
    # shellcheck disable=SC2086
    "$CLGEMM_GEN" --product "y[p,f] = x[p+r-$padding,c] * w[f,r,c]" --fixed p=6,f=5,r=3,c=4 --extent x=6, --family $family --name "$name" \
        --emit cl,json -o "$scratch/" || exit 1
done
python3 - "$CLGEMM_BENCH" "$scratch" <<'END' || failed=1
import json, subprocess, sys

def order(**members):
    worker.stdin.write(json.dumps(members) + "\n")
    worker.stdin.flush()
    return json.loads(worker.stdout.readline())

def prepare(slot, side, **limits):
    return order(do="prepare", slot=slot, lda=0, ldb=0, ldc=0, offset_a=0, offset_b=0, offset_c=0, alpha=1.0, beta=0.0, seed=1, full_limit=2e9,
                 load=True, **{"m": side, "n": side, "k": side, "verify": True, "memory": 1000000000, "share": 1, **limits})

worker = subprocess.Popen([sys.argv[1], "worker", "--memory", "2000000000"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True, start_new_session=True)

def read(name):
    manifest = json.load(open(f"{sys.argv[2]}/{name}.json"))
    manifest["programs"][0]["source"] = open(f"{sys.argv[2]}/{name}.cl").read()
    return manifest

manifest = read("exact")
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

# Products in index notation, by where their elements lie.
for slot, name in enumerate(["naive", "tiled", "other"]):
    assert "build_ms" in order(do="build", slot=slot, manifest=read(name))
def convolved(slot):
    answer = prepare(slot, 1, m=6, n=5, k=12)
    assert answer.get("exact"), answer
    return answer["spent"]["data_made"]
assert [convolved(slot) for slot in (0, 1, 0, 2, 2)] == [2, 0, 0, 2, 0]
for slot in range(2):
    assert "build_ms" in order(do="build", slot=slot, manifest=manifest)

# A kernel whose time alone is wanted: its operands are made on the device, and the host has none to compare or to send again. To verify it behind its runs
# takes data of which the right result is known: those that it was verified with before.
for verify, data in ((False, 1), (True, 0)):
    answer = prepare(1, 96, verify=verify, fill=True)
    assert answer["spent"]["data_made"] == 0, answer
    answer = order(do="run", slots=[1], warm_up=True)
    assert len(answer["runs"]) == 1, answer
    for again in ("validate", "transfer"):
        answer = order(do="run", slots=[1], **{again: True})
        assert answer["failure"]["reason"] == "the host has no data of the slot", answer
    answer = order(do="verify", slot=1)
    assert answer["exact"] and answer["spent"]["data_made"] == data, answer

# Slots alike need memory each for what they hold, and once for what a verification takes beside.
assert prepare(1, 64, memory=606208, share=2).get("exact"), "two slots"
answer = prepare(1, 64, memory=606207, share=2)
assert answer["failed"] == "refused" and "matrices of 2 kernels and their reference need 606.2 KB" in answer["reason"], answer
worker.stdin.close()
worker.wait()
END
exit $failed
