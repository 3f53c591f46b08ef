#!/bin/bash
# The picture of README.md is what doc/speed.awk draws of doc/speed.txt; a row of a library has its core type.
cd "${srcdir:-.}" || exit 1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failed=0

awk -f doc/speed.awk doc/speed.txt | diff - doc/speed.svg >"$scratch/difference" ||
    { echo 'doc/speed.svg is not what doc/speed.awk draws of doc/speed.txt'; cat "$scratch/difference"; failed=1; }

cat >"$scratch/speed.txt" <<'END_OF_RUN'
device  pthread-x (Portable Computing Language), driver 3.1
data    random, seed 1; 10 runs

naive
  problem   M 1024, N 1024, K 1024, alpha 1, beta 0
  peak      200.00 GFLOP/s (measured: 2 (multiply and add) x 8 lanes)
  efficiency 0.5 %

kernel                min ms   median ms     GFLOP/s  speed-up  efficiency  verified
naive               2430.893    2512.299        1.00     1.00x       0.5 %  yes
profile_cpu           24.371      29.493       80.00    85.18x      40.0 %  yes  above the peak
OpenBLAS              20.123      21.475      100.00   116.99x      50.0 %  yes; core type SkylakeX

speed-up: times as fast as naive, median of the runs
END_OF_RUN
awk -f doc/speed.awk "$scratch/speed.txt" >"$scratch/speed.svg"
# drawn LABEL VALUE CLASS WIDTH
drawn() {
    grep -A 2 -F "class=\"label\">$1</text>" "$scratch/speed.svg" >"$scratch/bar"
    grep -q "width=\"$4\" height=\"20\" class=\"$3\"/>" "$scratch/bar" && grep -q -F ">$2</text>" "$scratch/bar" ||
        { echo "the bar of $1 is not as expected:"; cat "$scratch/bar"; failed=1; }
}
drawn naive '1.00 GFLOP/s, 0.5 % of the peak' bar 4.7
drawn profile_cpu '80.00 GFLOP/s, 40.0 % of the peak' bar 376.0
drawn 'OpenBLAS (core type SkylakeX)' '100.00 GFLOP/s, 50.0 % of the peak' library 470.0
[ "$(grep -c '<rect .* height="20"' "$scratch/speed.svg")" = 3 ] || { echo 'not three bars'; failed=1; }
exit $failed
