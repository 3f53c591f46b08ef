#!/bin/bash
# driver.sh: what make check runs a test by: Automake's own test driver, whose line gets the seconds that the test took, on the clock and of
# processors. tests/times.log in the build folder collects them. Use: driver.sh SOURCE-FOLDER ARGUMENT-OF-TEST-DRIVER...
source=$1
shift
TIMEFORMAT='%R %U %S'
output=$({ time "${BASH:-bash}" "$source/build-aux/test-driver" "$@"; } 2>&1)
status=$?
read -r wall user kernel <<<"${output##*$'\n'}"
said=${output%$'\n'*}
processors=$(awk -v user="$user" -v kernel="$kernel" 'BEGIN { printf "%.1f", user + kernel }')
mkdir -p tests
echo "$wall $processors ${said##* }" >>tests/times.log
echo "$said ($wall s, processors $processors s)"
exit $status
