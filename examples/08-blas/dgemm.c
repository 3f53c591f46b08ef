#include "dgemm_nn_launch.h"
#include "dgemm_nt_launch.h"
#include "dgemm_tn_launch.h"
#include "dgemm_tt_launch.h"

#define LETTER d
#define NAME "DGEMM "
#define REAL double
#define NUMBER cl_double
#define DISPATCHES(DO) DO(nn) DO(nt) DO(tn) DO(tt)
#include "gemm.h"
