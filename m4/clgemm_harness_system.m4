# CLGEMM_HARNESS_SYSTEM
# Looks for what the harness needs of the system: it ends its workers with itself (prctl), keeps their output in a file
# without a name (O_TMPFILE), starts compilers in a folder of their own and finds its own program in /proc. Sets
# HARNESS_LACKS to what is missing, separated by commas; empty: nothing.
AC_DEFUN([CLGEMM_HARNESS_SYSTEM], [
  AC_REQUIRE([AC_CANONICAL_HOST])
  HARNESS_LACKS=
  clgemm_saved_CPPFLAGS=$CPPFLAGS
  CPPFLAGS="$CPPFLAGS -D_GNU_SOURCE"
  AC_CHECK_HEADER([sys/prctl.h], [], [HARNESS_LACKS="$HARNESS_LACKS, sys/prctl.h"])
  AC_CHECK_DECL([O_TMPFILE], [], [HARNESS_LACKS="$HARNESS_LACKS, O_TMPFILE"], [[#include <fcntl.h>]])
  AC_CHECK_FUNC([pipe2], [], [HARNESS_LACKS="$HARNESS_LACKS, pipe2"])
  AC_CHECK_FUNC([posix_spawn_file_actions_addchdir_np], [],
    [HARNESS_LACKS="$HARNESS_LACKS, posix_spawn_file_actions_addchdir_np"])
  AS_CASE([$host_os], [linux*], [], [HARNESS_LACKS="$HARNESS_LACKS, /proc/self/exe"])
  CPPFLAGS=$clgemm_saved_CPPFLAGS
  HARNESS_LACKS=${HARNESS_LACKS#, }
])
