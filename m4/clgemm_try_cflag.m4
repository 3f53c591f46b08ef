# CLGEMM_TRY_CFLAG(FLAG, VARIABLE)
# Appends FLAG to VARIABLE where the C compiler takes it without complaint.
AC_DEFUN([CLGEMM_TRY_CFLAG], [
  AC_MSG_CHECKING([whether $CC takes $1])
  clgemm_saved_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS -Werror $1"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
    [AC_MSG_RESULT([yes])
     $2="${$2:+$$2 }$1"],
    [AC_MSG_RESULT([no])])
  CFLAGS=$clgemm_saved_CFLAGS
])
