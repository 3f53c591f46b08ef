# Read by the tests of builds that emit kernels: what makes a build emit again, and how often it did. They have $scratch, $gen and
# fail of tests/cli/common.sh.

# begin NAME [OPTION...]: a folder with a profile that is an input, and `emit`, which is the generator with these options and keeps a
# log.
begin() {
    system=$1
    mkdir "$scratch/work/$system" && cd "$scratch/work/$system" || exit 99
    echo '{"options": {"common": "--mad fma"}}' >my.json
    printf '#!/bin/sh\necho emitted >>"%s/log"\nexec "%s" %s "$@"\n' "$PWD" "$gen" "${*:2}" >emit
    chmod +x emit
    : >log
}

# built TIMES WHY COMMAND...: after two builds the generator has run so often in all.
built() {
    local build
    # Times of files have the grain of the system's clock.
    sleep 0.05
    for build in first second; do
        "${@:3}" >"$scratch/output" 2>&1 || { tail -n 20 "$scratch/output"; fail "$system: $2: the $build build failed"; }
        [ "$(wc -l <log)" = "$1" ] || fail "$system: $2: after the $build build the generator has run $(wc -l <log) times, not $1"
        sleep 0.05
    done
}

# every_change COMMAND...: what makes a build emit again.
every_change() {
    built 1 'from nothing' "$@"
    touch my.json
    built 2 'an input is touched' "$@"
    touch emit
    built 3 'the generator is new' "$@"
    echo '{"options": {"common": "--mad fma"}, "help": "a change without effect"}' >my.json
    built 4 'an input changes without effect' "$@"
    echo '{"options": {"common": "--mad mad"}}' >my.json
    built 5 'an input changes' "$@"
}
