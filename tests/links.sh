#!/bin/bash
# Every link of a page leads somewhere, in the tree and in an installed copy: the file is there, and so is the heading. And the
# files that HACKING.md names are there.
# Test: long
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
links=0

# headings PAGE: the anchors of a page's headings, as Markdown makes them.
headings() {
    sed -n '/^```/,/^```/d; s/^#\{1,6\} //p' "$1" | tr 'A-Z' 'a-z' | sed -e 's/[^a-z0-9 _-]//g' -e 's/ /-/g'
}

# check_page PAGE: its links to files and headings, pictures too.
check_page() {
    local page=$1 link file anchor
    while IFS= read -r link; do
        file=${link%%#*} anchor=
        case $link in
            http://* | https://*) continue ;;
            *'#'*) anchor=${link#*#} ;;
        esac
        links=$((links + 1))
        file=${file:+$(dirname "$page")/$file}
        file=${file:-$page}
        if [ ! -e "$file" ]; then
            echo "failed: $page links to $link, which is not there"
            failed=1
        elif [ -n "$anchor" ] && ! headings "$file" | grep -q -x -F -e "$anchor"; then
            echo "failed: $page links to $link, and no heading there is called so"
            failed=1
        fi
    done < <(sed '/^```/,/^```/d' "$page" | grep -o ']([^)]*)' | sed -e 's/^](//' -e 's/)$//')
}

check_folder() {
    local before=$links page
    while IFS= read -r page; do
        check_page "$page"
    done < <(find "$1" -name '*.md')
    [ "$links" -ge $((before + 20)) ] || { echo "failed: $1 has only $((links - before)) links"; failed=1; }
}

$MAKE -C "$builddir" install DESTDIR="$scratch/installed" >"$scratch/install.log" 2>&1 || {
    tail -n 30 "$scratch/install.log"
    echo 'failed: make install'
    exit 1
}
readme=$(find "$scratch/installed" -path '*/doc/clgemm/README.md')
if [ -z "$readme" ]; then
    echo 'failed: README.md is not installed'
    exit 1
fi
check_folder "$(dirname "$readme")"

mkdir "$scratch/tree"
for name in CONTRIBUTING.md COPYING HACKING.md NEWS README.md doc examples; do
    ln -s "$srcdir/$name" "$scratch/tree/$name"
done
for page in "$scratch"/tree/*.md "$scratch"/tree/doc/*.md "$scratch"/tree/doc/results/*.md "$scratch"/tree/examples/*.md; do
    check_page "$page"
done

# NAME, FOLDER and SET stand for any; names of templates are those below templates/, also without their end.
named=0
while IFS= read -r path; do
    named=$((named + 1))
    compgen -G "$srcdir/$path" >/dev/null || compgen -G "$srcdir/templates/$path" >/dev/null ||
        compgen -G "$srcdir/templates/$path.mustache" >/dev/null || {
        echo "failed: HACKING.md names $path, which is not there"
        failed=1
    }
done < <(grep -o '`[a-z.][A-Za-z0-9_.*-]*/[A-Za-z0-9_./*-]*`' "$srcdir/HACKING.md" | tr -d '`' | grep -v -e '\.\.\.' -e '\.\./' -e '^build/' -e '^\./' -e '^\.ci/' |
    sed -E 's/NAME|FOLDER|SET/*/g' | sort -u)
[ "$named" -ge 80 ] || { echo "failed: only $named files are found in HACKING.md"; failed=1; }
echo "$links links, $named files"
exit $failed
