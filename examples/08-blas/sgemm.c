#include "sgemm_nn_launch.h"
#include "sgemm_nt_launch.h"
#include "sgemm_tn_launch.h"
#include "sgemm_tt_launch.h"

#define LETTER s
#define NAME "SGEMM "
#define REAL float
#define NUMBER cl_float
#define DISPATCHES(DO) DO(nn) DO(nt) DO(tn) DO(tt)
#include "gemm.h"
