# Compares the excerpts of a page in Markdown with the files that they are from:
#   awk -v folders=FOLDER[:FOLDER]... -f excerpts.awk PAGE
# An excerpt is a fenced block whose first line names the file after the language: ```c gemm.cl. Its lines stand in the
# file one after another, exactly; a line `...` stands for any lines left out.
function report(sentence) {
    printf "%s:%d: %s: %s\n", FILENAME, start, name, sentence
    bad = 1
}

function read_file(    i, path) {
    count = 0
    for (i = 1; i <= folder_count && count == 0; i++) {
        path = folder[i] "/" name
        while ((getline text[count + 1] <path) > 0)
            count++
        close(path)
    }
    return count > 0
}

# The longest run of the excerpt's lines first to last after line `place` of the file; sets `found`, where it ends.
function longest(first, last,    at, run, best) {
    best = 0
    for (at = place + 1; at <= count; at++) {
        for (run = 0; first + run <= last && at + run <= count && text[at + run] == line[first + run]; run++)
            ;
        if (run > best || best == 0) {
            best = run
            found = at + run - 1
        }
        if (run == last - first + 1)
            break
    }
    return best
}

function compare(    first, last, run) {
    excerpts++
    if (!read_file()) {
        report("there is no such file")
        return
    }
    place = 0
    for (first = 1; first <= lines; first = last + 2) {
        for (last = first; last < lines && line[last + 1] !~ /^ *\.\.\.$/; last++)
            ;
        run = longest(first, last)
        if (run < last - first + 1) {
            report("not in the file, or not there: " line[first + run])
            return
        }
        place = found
    }
}

BEGIN { folder_count = split(folders, folder, ":") }
/^```/ {
    if (inside && name != "")
        compare()
    inside = !inside
    name = inside && NF == 2 ? $2 : ""
    start = FNR
    lines = 0
    next
}
inside { line[++lines] = $0 }
END {
    printf "%s: %d excerpts compared\n", FILENAME, excerpts
    if (excerpts == 0)
        print "no excerpt was found"
    exit bad || excerpts == 0
}
