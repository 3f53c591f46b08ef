# CLGEMM_WRAP
# Whether the linker lets a program stand before functions of other libraries (--wrap). Sets clgemm_cv_wrap.
AC_DEFUN([CLGEMM_WRAP], [
  AC_CACHE_CHECK([whether the linker has --wrap], [clgemm_cv_wrap],
    [clgemm_saved_LDFLAGS=$LDFLAGS
     LDFLAGS="$LDFLAGS -Wl,--wrap=clgemm_away"
     AC_LINK_IFELSE([AC_LANG_PROGRAM([[int clgemm_away(void);
int __wrap_clgemm_away(void);
int __wrap_clgemm_away(void) { return 0; }]], [[return clgemm_away();]])],
       [clgemm_cv_wrap=yes], [clgemm_cv_wrap=no])
     LDFLAGS=$clgemm_saved_LDFLAGS])
])
