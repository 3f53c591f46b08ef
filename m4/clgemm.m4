# clgemm.m4 - emit kernels while a project is built with Autotools.
# serial 1

# CLGEMM_PROG_GEN([MINIMUM-VERSION], [ACTION-IF-FOUND], [ACTION-IF-NOT-FOUND])
# Looks for the generator clgemm-gen. It runs on the machine that builds: CLGEMM_GEN (an absolute path) where the user sets it,
# else the one that pkg-config knows, else, and always in a cross build, the first one of the PATH. Without ACTION-IF-NOT-FOUND it
# is an error where there is none. Substitutes CLGEMM_GEN, and CLGEMM_RULES, rules for a Makefile.am:
#
#     CLGEMM_KERNELS = gemm.h gemm_launch.h
#     BUILT_SOURCES = $(CLGEMM_KERNELS)
#     CLEANFILES = $(CLGEMM_KERNELS) $(CLGEMM_KERNELS:=.d)
#     EXTRA_DIST = gemm.clgemm
#     @CLGEMM_RULES@
#
# NAME.clgemm says what kernel NAME is: lines that begin with a dash are options of clgemm-gen, in which @srcdir@ stands for the
# folder of the sources; other lines are comments. NAME.h, NAME_launch.h and NAME_selftest.h (GNU make), NAME.cl and NAME.json are made from it, anew
# when it changes, or the generator, or a profile, list of shapes or template that it names. NAME_dispatch.h (GNU make) has all kernels of a dispatch, and
# with it in CLGEMM_KERNELS NAME_launch.h and NAME_selftest.h are for all of these. CLGEMM_FLAGS are options for all kernels.
AC_DEFUN([CLGEMM_PROG_GEN], [
  AC_REQUIRE([PKG_PROG_PKG_CONFIG])
  AC_REQUIRE([AC_PROG_MKDIR_P])
  AC_ARG_VAR([CLGEMM_GEN], [the kernel generator clgemm-gen, a program that runs on this machine])
  AS_IF([test -z "$CLGEMM_GEN" && test "$cross_compiling" = no && test -n "$PKG_CONFIG"],
    [CLGEMM_GEN=`$PKG_CONFIG --variable=clgemm_gen clgemm 2>/dev/null`])
  AC_PATH_PROG([CLGEMM_GEN], [clgemm-gen])
  m4_pattern_allow([^AM_V_GEN$])
  clgemm_problem=
  AS_IF([test -z "$CLGEMM_GEN"],
    [clgemm_problem='clgemm-gen was not found; set PKG_CONFIG_PATH or CLGEMM_GEN'],
    [clgemm_version=`"$CLGEMM_GEN" --version 2>/dev/null | sed -n '1s/^clgemm-gen //p'`
     AS_IF([test -z "$clgemm_version"],
       [clgemm_problem="$CLGEMM_GEN does not run on this machine; set CLGEMM_GEN"],
       [m4_ifval([$1], [AS_VERSION_COMPARE([$clgemm_version], [$1],
          [clgemm_problem="$CLGEMM_GEN is version $clgemm_version, and $1 is needed"])])])])
  CLGEMM_RULES='
.SUFFIXES: .clgemm .cl .json .h
clgemm_run = $(MKDIR_P) $(@D) && $(CLGEMM_GEN) --name $(*F) \
  `sed -n -e "/^-/s|@srcdir@|$(srcdir)|g" -e "/^-/p" $<` $(CLGEMM_FLAGS) --depfile $[]@.d
clgemm_emit = $(clgemm_run) -o $[]@ --emit
clgemm_all = $(clgemm_run) -o $(@D)/ --emit dispatch
clgemm_with = ,
clgemm_either = $(if $(filter $[]*_dispatch.h,$(CLGEMM_KERNELS)),$(clgemm_all)$(clgemm_with),$(clgemm_emit) )
.clgemm.cl:
	$(AM_V_GEN)$(clgemm_emit) cl
.clgemm.json:
	$(AM_V_GEN)$(clgemm_emit) json
.clgemm.h:
	$(AM_V_GEN)$(clgemm_emit) header
%_dispatch.h: %.clgemm
	$(AM_V_GEN)$(clgemm_all)
%_launch.h: %.clgemm
	$(AM_V_GEN)$(clgemm_either)launcher
%_selftest.h: %.clgemm
	$(AM_V_GEN)$(clgemm_either)selftest
$(CLGEMM_KERNELS): $(CLGEMM_GEN)
-include $(CLGEMM_KERNELS:=.d)'
  AC_SUBST([CLGEMM_RULES])
  AM_SUBST_NOTMAKE([CLGEMM_RULES])
  AS_IF([test -z "$clgemm_problem"], [m4_default([$2], [:])],
    [m4_default([$3], [AC_MSG_ERROR([$clgemm_problem])])])
])
