#include "cgemm_nn_launch.h"
#include "cgemm_nt_launch.h"
#include "cgemm_nc_launch.h"
#include "cgemm_tn_launch.h"
#include "cgemm_tt_launch.h"
#include "cgemm_tc_launch.h"
#include "cgemm_cn_launch.h"
#include "cgemm_ct_launch.h"
#include "cgemm_cc_launch.h"

#define LETTER c
#define NAME "CGEMM "
#define REAL float
#define NUMBER cl_float2
#define COMPLEX
#define DISPATCHES(DO) DO(nn) DO(nt) DO(nc) DO(tn) DO(tt) DO(tc) DO(cn) DO(ct) DO(cc)
#include "gemm.h"
