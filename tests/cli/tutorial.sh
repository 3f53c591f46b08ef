#!/bin/bash
# doc/tutorial.md holds: its commands run, its excerpts are what the commands write now, and the ladder whose figures it
# shows has the same kernels. What measures does so once, and small: sizes and runs stand in place of -i.
# Above 30 s beside other tests: all commands of the page run, and many compile kernels.
# Test: long, turn 1
. "$srcdir/tests/cli/commands.sh"
page=$srcdir/doc/tutorial.md

# The reader has saved the program.
mkdir -p "$scratch/tutorial.md" && cp "$srcdir/doc/tutorial/product.c" "$scratch/tutorial.md/" || exit 99
run_commands tutorial.md < <(markdown_commands "$page" |
    sed -E 's/ -i [0-9]+/ -i 1 --warm-up 0 -M 128 -N 128 -K 128/')
folder=$scratch/tutorial.md

# The page shows the whole program, and what it prints.
awk '/^```c product.c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$page" | cmp - "$srcdir/doc/tutorial/product.c" || failed=1
if [ -x "$folder/product" ] && ! "$folder/product" | diff - <(sed -n '/^and prints$/,/^It needs/p' "$page" | grep '^ '); then
    echo 'the program prints something else than the page says'
    failed=1
fi
awk -v folders="$folder:$srcdir/doc/tutorial" -f "$srcdir/tests/cli/excerpts.awk" "$page" || failed=1

# Rungs of the ladder: name and options, as the command that they stand for.
rungs() {
    python3 -c '
import json, sys
for kernel in json.load(open(sys.argv[1]))["kernels"]:
    print(kernel["name"], *("--%s %s" % option for option in kernel["options"].items()))' "$srcdir/data/ladders/tutorial.json"
}
if command -v python3 >/dev/null; then
    while read -r name options; do
        # shellcheck disable=SC2086
        if ! "$CLGEMM_GEN" $options | cmp -s - "$folder/$name.cl"; then
            echo "the ladder's kernel $name ($options) is not the tutorial's"
            failed=1
        fi
    done < <(rungs)
fi

# Pictures are there, and each is shown.
for picture in "$srcdir"/doc/tutorial/*.svg; do
    grep -q "(tutorial/$(basename "$picture"))" "$page" || {
        echo "$(basename "$picture") is not shown"
        failed=1
    }
done
for picture in $(grep -o '(tutorial/[a-z_]*\.svg)' "$page" | tr -d '()'); do
    [ -f "$srcdir/doc/$picture" ] || {
        echo "$picture is missing"
        failed=1
    }
done
finish_commands
