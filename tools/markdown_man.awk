# Makes the manual page clgemm-NAME of section 5 of a page in Markdown, for `name` = NAME. A row of a table becomes a paragraph
# with its first cell as the tag.

# Marks of Markdown in a line as those of roff; code is bold.
function styled(text)
{
    gsub(/\\\|/, "|", text)
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    while (match(text, /\[[^]]*\]\([^)]*\)/)) # a link: its text
        text = substr(text, 1, RSTART - 1) substr(text, RSTART + 1, index(substr(text, RSTART), "]") - 2) substr(text, RSTART + RLENGTH)
    while (match(text, /`[^`]*`/))
        text = substr(text, 1, RSTART - 1) "\\fB" substr(text, RSTART + 1, RLENGTH - 2) "\\fR" substr(text, RSTART + RLENGTH)
    gsub(/\*\*/, "", text)
    while (match(text, /\*[A-Za-z][^*]*\*/))
        text = substr(text, 1, RSTART - 1) "\\fI" substr(text, RSTART + 1, RLENGTH - 2) "\\fR" substr(text, RSTART + RLENGTH)
    return text ~ /^[.']/ ? "\\&" text : text
}

function row(line,   cells, count, i, tag, text)
{
    gsub(/\\\|/, "\001", line)
    count = split(line, cells, "|")
    for (i = 2; i < count; i++) { gsub(/^ +| +$/, "", cells[i]); gsub(/\001/, "|", cells[i]) }
    tag = styled(cells[2])
    if (count > 4 && cells[3] != "") tag = tag " (" styled(cells[3]) ")"
    for (i = count > 4 ? 4 : 3; i < count; i++)
        if (cells[i] != "") text = text (text == "" ? "" : "; ") styled(cells[i])
    print ".TP"
    print tag
    print text
    begun = 2
}

BEGIN {
    about["journal"] = "what clgemm\\-bench tune writes while it searches"
    about["manifest"] = "what a host needs to launch an emitted kernel"
    about["profile"] = "a class of devices, and the kernels for it"
    about["records"] = "what clgemm\\-bench prints with \\-\\-json"
    print ".TH CLGEMM-" toupper(name) " 5 \"\" clgemm \"File Formats\""
    print ".SH NAME"
    print "clgemm\\-" name " \\- " about[name]
    print ".SH DESCRIPTION"
}
/^```/ { print shown ? ".EE" : ".PP\n.EX"; shown = !shown; begun = 2; next }
shown { gsub(/\\/, "\\e"); gsub(/-/, "\\-"); print ($0 ~ /^[.']/ ? "\\&" : "") $0; next }
/^# / { next }
/^## / { sub(/^## /, ""); print ".SH " toupper(styled($0)); begun = 0; next }
/^### / { sub(/^### /, ""); print ".SS " styled($0); begun = 0; next }
/^\|[-|: ]*\|$/ { next }
/^\|/ { if (tabled++ > 0) row($0); next }
{ tabled = 0 }
/^$/ { begun = begun ? 2 : 0; next }
/^\* / { print ".IP \\(bu 2"; sub(/^\* /, "") }
{ if (begun == 2) print ".PP"; begun = 1; sub(/^ +/, ""); print styled($0) }
