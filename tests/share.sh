#!/bin/sh
# share.sh: prints which part of what takes long this run has, as K/N: part K, from 0, of N. It is the number of commits modulo 12, so
# that twelve commits in a row have everything; a release has 0/12. CLGEMM_SHARE says otherwise: K/N, or all. Use: share.sh SOURCE-FOLDER; a
# shell reads tests/in_share.sh.
case ${CLGEMM_SHARE:-} in
all | [0-9]/[1-9] | [0-9]/[1-9][0-9] | [0-9][0-9]/[1-9][0-9])
    if [ "$CLGEMM_SHARE" = all ] || [ "${CLGEMM_SHARE%/*}" -lt "${CLGEMM_SHARE#*/}" ]; then
        echo "$CLGEMM_SHARE"
        exit
    fi
    ;;
'')
    commits=0
    if [ -e "$1/.git" ]; then commits=$(git -C "$1" rev-list --count HEAD 2>/dev/null) || commits=0; fi
    echo $((commits % 12))/12
    exit
    ;;
esac
echo "CLGEMM_SHARE is '$CLGEMM_SHARE'; it must be K/N with K from 0 to N - 1, such as 0/12, or all" >&2
exit 1
