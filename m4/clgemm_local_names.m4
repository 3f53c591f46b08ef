# CLGEMM_LOCAL_NAMES
# Looks for objcopy (OBJCOPY), and whether it can make the hidden names of an object that LD has linked from others local to
# it, as this compiler writes them with these flags. Sets LOCAL_NAMES to yes, or to no and the reason.
AC_DEFUN([CLGEMM_LOCAL_NAMES], [
  AC_REQUIRE([LT_INIT])
  AC_CHECK_TOOL([OBJCOPY], [objcopy], [no])
  LOCAL_NAMES='no: objcopy was not found (Debian: binutils)'
  AS_IF([test "$OBJCOPY" != no],
    [AC_MSG_CHECKING([whether $OBJCOPY makes hidden names local])
     LOCAL_NAMES="no: $OBJCOPY does not make hidden names local in what the compiler writes"
     clgemm_saved_CFLAGS=$CFLAGS
     CFLAGS="$CFLAGS $VISIBILITY_CFLAGS $SANITIZER_CFLAGS"
     AC_COMPILE_IFELSE([AC_LANG_SOURCE([[int clgemm_hidden(int x);
int clgemm_hidden(int x) { return x + 1; }]])],
       [mv conftest.$ac_objext conftest_hidden.$ac_objext
        AC_COMPILE_IFELSE([AC_LANG_SOURCE([[int clgemm_hidden(int x);
__attribute__((visibility("default"))) int clgemm_shown(int x);
int clgemm_shown(int x) { return clgemm_hidden(x); }]])],
          [mv conftest.$ac_objext conftest_shown.$ac_objext
           AS_IF([$LD -r -o conftest_both.$ac_objext conftest_hidden.$ac_objext conftest_shown.$ac_objext >&AS_MESSAGE_LOG_FD 2>&1 &&
                  $OBJCOPY --localize-hidden conftest_both.$ac_objext >&AS_MESSAGE_LOG_FD 2>&1],
             [# A program that has a function of the hidden one's name links with both, and each calls its own.
              clgemm_saved_LIBS=$LIBS
              LIBS="conftest_both.$ac_objext $LIBS"
              AC_LINK_IFELSE([AC_LANG_PROGRAM([[int clgemm_hidden(int x);
int clgemm_shown(int x);
int clgemm_hidden(int x) { return x; }]], [[return clgemm_hidden(clgemm_shown(0)) - 1;]])],
                [LOCAL_NAMES=yes])
              LIBS=$clgemm_saved_LIBS])])])
     rm -f conftest_hidden.$ac_objext conftest_shown.$ac_objext conftest_both.$ac_objext
     CFLAGS=$clgemm_saved_CFLAGS
     AC_MSG_RESULT([${LOCAL_NAMES%%:*}])])
])
