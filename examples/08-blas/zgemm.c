#include "zgemm_nn_launch.h"
#include "zgemm_nt_launch.h"
#include "zgemm_nc_launch.h"
#include "zgemm_tn_launch.h"
#include "zgemm_tt_launch.h"
#include "zgemm_tc_launch.h"
#include "zgemm_cn_launch.h"
#include "zgemm_ct_launch.h"
#include "zgemm_cc_launch.h"

#define LETTER z
#define NAME "ZGEMM "
#define REAL double
#define NUMBER cl_double2
#define COMPLEX
#define DISPATCHES(DO) DO(nn) DO(nt) DO(nc) DO(tn) DO(tt) DO(tc) DO(cn) DO(ct) DO(cc)
#include "gemm.h"
