# Makes libclgemm.3 of clgemm.h: the comment at its top is the description, a ruled line begins a section, and each declaration is
# shown with the comment before it.

function plain(text)
{
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    return text ~ /^[.']/ ? "\\&" text : text
}

# Lines of a comment: a paragraph for each block, examples as they are.
function show_comment(   i, line, shown)
{
    for (i = 0; i < words; i++) {
        line = comment[i]
        if (line ~ /^    / && !shown) { print ".PP"; print ".EX"; shown = 1 }
        if (line !~ /^    / && shown) { print ".EE"; shown = 0; if (line !~ /^$/) print ".PP" }
        if (line ~ /^$/) { if (!shown && comment[i + 1] !~ /^    /) print ".PP" }
        else { if (!shown) sub(/^ +/, "", line); print plain(line) }
    }
    if (shown) print ".EE"
    words = 0
}

# What stands together: the declarations, then what is said of them.
function flush(   i)
{
    if (!described && words > 0) {
        described = 1
        print ".SH DESCRIPTION"
        show_comment()
    } else if (lines > 0) {
        print ".PP"
        print ".EX"
        for (i = 0; i < lines; i++) print plain(code[i])
        print ".EE"
        if (words > 0) { print ".RS 4"; show_comment(); print ".RE" }
    }
    lines = words = 0
}

function add_comment(line)
{
    sub(/^ *\/\* ?/, "", line)
    sub(/ *\*\/ *$/, "", line)
    sub(/^ \* ?/, "", line)
    if (line != "" || words > 0) comment[words++] = line
}

BEGIN {
    print ".TH LIBCLGEMM 3 \"\" clgemm \"Library Functions\""
    print ".SH NAME"
    print "libclgemm \\- generator of OpenCL C matrix\\-multiplication kernels"
    print ".SH SYNOPSIS"
    print ".B #include <clgemm.h>"
    print ".PP"
    print ".B cc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs clgemm)"
}

/^\/\* -+ .* \*\/$/ { flush(); title = $3; for (i = 4; i < NF; i++) title = title " " $i; print ".SH " toupper(title); next }
inside == "" && /^#/ { next }
inside == "" && /^(extern "C" \{|\})$/ { next }
inside == "" && /^$/ { flush(); next }
inside == "" && /^\/\*/ { inside = /\*\/ *$/ ? "" : "comment"; add_comment($0); next }
inside == "comment" { if ($0 !~ /^ \*\/$/) add_comment($0); if (/\*\/ *$/) inside = ""; next }
inside == "" && /^(struct|enum) .*\{$/ { inside = "type" }
inside == "" && /^CLGEMM_API/ { inside = "function" }
{
    sub(/^CLGEMM_API /, "")
    sub(/ ?CLGEMM_MUST_CHECK;/, ";")
    if (inside == "function" && lines > 0) sub(/^           /, "") # the word that is left out
    if (lines > 0 && /^ *;$/) code[lines - 1] = code[lines - 1] ";"
    else code[lines++] = $0
    if ((inside == "type" && /^\};/) || (inside == "function" && /;$/)) inside = ""
}
END {
    flush()
    print ".SH SEE ALSO"
    print ".BR clgemm\\-gen (1),"
    print ".BR clgemm\\-profile (5)"
}
