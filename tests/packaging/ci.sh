#!/bin/bash
# doc/ci.md: what its workflow runs passes on a Debian that has nothing but sudo, as the machines of a CI service do, and fails where a
# kernel does not compile.
. "$srcdir/tests/packaging/common.sh"
page=$srcdir/doc/ci.md
need_system
make_release
system ci
installs ci sudo
work=$scratch/ci/root/work
mkdir -p "$work/third_party" "$work/ci"
cp "$release" "$work/third_party"
# The first block of each language: the script and the workflow.
sed -n '/^```sh$/,/^```$/p' "$page" | sed '1d;/^```$/,$d' >"$work/ci/kernels.sh"
sed -n '/^```yaml$/,/^```$/p' "$page" | sed '1d;/^```$/,$d' | sed -n 's/^ *- run: //p' >"$scratch/steps"
[ "$(wc -l <"$scratch/steps")" -ge 3 ] || { echo 'failed: doc/ci.md has no workflow'; exit 1; }
while IFS= read -r step <&3; do
    works inside ci env -C /root/work bash -e -c "$step"
    echo "passed: $step"
done 3<"$scratch/steps"
grep '^passed ' "$scratch/output" || { echo 'failed: no kernel was checked'; exit 1; }

# A kernel that does not compile, in place of one that was emitted.
sed -i -e '/^clgemm-bench/i sed -i s/__kernel/broken/ kernels/gemm_cpu.cl' -e '/^clgemm-bench/s/$/ --edited/' "$work/ci/kernels.sh"
if inside ci env -C /root/work bash -e -c "$(tail -n 1 "$scratch/steps")" >"$scratch/output" 2>&1 </dev/null; then
    echo 'failed: the workflow passes with a kernel that does not compile'
    exit 1
fi
grep -q '^failed .*gemm_cpu' "$scratch/output" || { tail -n 20 "$scratch/output"; echo 'failed: the workflow ends for another reason'; exit 1; }
