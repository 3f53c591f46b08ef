#include "tests/unit/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"

const char *const kernels[] = {
    "",
    "--tile 32x2 --wg 1x8 --sub-groups intel",
    "--tile 8x2 --wg 4x8 --sub-groups khr --layout row",
    "--tile 4x1 --wg 2x4 --sub-groups emulated --transpose tn",
    "--tile 16x2 --wg 1x8 --transpose nt",
    "--tile 16x3 --wg 1x8 --transpose tt --sub-groups khr",
    "--tile 1x1 --wg 1x8 --sub-groups khr",
    "--tile 1x1 --wg 1x8",
    "--tile 8x2 --wg 1x8 --tile-k 16 --unroll-k 32 --sub-groups intel",
    "--tile 8x2 --wg 2x8 --sg-size 16 --sub-groups intel --barrier",
    "--tile 8x2 --wg 4x8 --sub-groups nvidia --barrier",
    "--tile 8x2 --wg 1x8 --sub-groups nvidia --layout row --vec-a 4 --tile-k 16",
    "--preset L3_SIMD_16x2_4x8 --sub-groups nvidia",
    "--type f64 --tile 8x2 --wg 1x8 --sub-groups nvidia --layout row --vec-a 2 --vec-b 2",
    "--type f16 --compute f16 --tile 8x2 --wg 1x8 --sub-groups nvidia --vec-b 4",
    "--type f16 --tile 16x2 --wg 4x8 --sub-groups khr --layout row --edges shift",
    "--type f64 --tile 16x2 --wg 1x8 --sub-groups intel --edges pad --pretranspose ab",
    "--preset cilk_16x16x32",
    "--tile 16x6 --wg 5x8 --layout row --edges exact",
    "--tile 8x2 --wg 1x8 --layout row --transpose nt --vec-b 8",
    "--preset L3_SIMD_8x4_8x8_barrier",
    "--preset block_read_4x1_1x8",
    "--preset block_read_16x4_8x8 --edges guard",
    "--preset block_read_32x2_4x8 --sub-groups emulated",
    "--share block-read --layout row",
    "--share block-read --layout row --transpose nt --tile 8x3",
    "--share block-read --layout row --transpose tn --tile 16x2",
    "--share block-read --layout row --transpose tt --tile 16x2",
    "--share block-read --access-a image --tile 8x2",
    "--family naive",
    "--family naive --type c32 --transpose cc",
    "--family register --type c64 --tile 2x3 --transpose nc --alpha 2 --edges pad --pretranspose "
    "ab",
    "--family register --type c32 --type-c c64 --tile 3x2 --transpose ct --layout row --beta 0.5",
    "--family local --type c32 --tile 2x2 --wg 4x4 --tile-k 8 --transpose cn --edges guard",
    "--family blocked --type c64 --tile 2x4 --block-k 16 --transpose nc --edges guard",
    "--family naive --layout row --access image --transpose tt",
    "--family naive --access-b image --edges exact",
    "--family register",
    "--family register --layout row --tile 4x8 --vec-c 4",
    "--family register --layout row --tile 4x8 --vec-c 4 --vec-a 4 --transpose tn --tile-k 2",
    "--family register --layout row --tile 4x4 --vec-c 4 --vec-b 4 --vec-a 2 --transpose nt",
    "--family register --layout row --tile 4x8 --vec-c 2 --vec-b 8",
    "--family register --layout row --tile 4x16 --vec-c 16 --vec-b 8 --transpose nt",
    "--family register --layout row --tile 1x1 --wg 16x16",
    "--family register --tile 4x4 --access image --vec-a 4 --vec-b 4 --vec-c 4",
    "--family register --tile 4x4 --access-a image --vec-c 4 --tile-k 4",
    "--family register --mad plain --index 32",
    "--for cpu",
    "--for cpu-avx512 --fixed 96x96x96",
    "--for nvidia-hopper --transpose tt",
    "--for intel-gen9",
};

/* Each of them with everything given at launch, compiled in, or moved away from the start. */
static const char *const problems[] = {
    "",
    " --alpha 1 --beta 0",
    " --alpha -0.5 --beta 1",
    " --beta 2.5 --offset-a arg --offset-b 16 --offset-c arg",
    " --lda 512 --ldb tight --ldc arg",
    " --fixed 64x64x64",
    " --fixed 63x65x67 --edges guard",
    " --fixed 64x64x64 --alpha 1 --beta 0 --lda 80 --offset-c 3",
};

enum {
    PROBLEMS = sizeof problems / sizeof problems[0]
};

void for_all(void (*check)(const char *line, const char *text))
{
    int made = 0;
    for (int k = 0; k < KERNELS; k++) {
        for (int p = 0; p < PROBLEMS; p++) {
            char line[512];
            snprintf(line, sizeof line, "%s%s", kernels[k], problems[p]);
            struct clgemm_request *const request = ask(line);
            struct clgemm_result *result;
            clgemm_request_use_templates(request, templates);
            if (clgemm_generate(request, &result, &error) == 0) {
                check(line, clgemm_result_text(result, CLGEMM_CL, NULL));
                made++;
            } else if (error.code != CLGEMM_REFUSED) {
                fail_msg("%s: %s", line, error.text);
            }
            clgemm_result_free(result);
            clgemm_request_free(request);
        }
    }
    assert_true(made > KERNELS * PROBLEMS * 3 / 4);
}
