/*
 * Every rule broken and kept. A row gives a request that breaks a rule, the numbers that its
 * sentence must hold, and what the sentence says to ask instead, which must work. Rules without a
 * row are found in the sources.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/ask.h"
#include "tests/unit/broken.h"
#include "tests/unit/fixture.h"

static const struct row {
    const char *rule;
    const char *request; /* breaks the rule and no other */
    const char *numbers; /* parts of the sentence, with | between */
    const char *ask;  /* the first thing the sentence says to ask: then the whole request works */
    const char *also; /* further ways to keep the rule, with | between */
} rows[] = {
    {"tile-size", "--family register --tile 300x2", "300x2|4096 elements|256 a side", "--tile 32x2",
     "--tile 256x2"},
    {"tile-size", "--family register --tile 64x65", "64x65", "--tile 32x32", "--tile 64x64"},
    {"group-size", "--family register --wg 64x32", "64x32|2048 work-items|generic allows 1024",
     "--wg 32x32", "--wg 1x1024"},
    {"group-size", "--for intel-gen8 --tile 8x2 --wg 33x8",
     "33x8|264 work-items|intel-gen8 allows 256", "--wg 17x8", "--wg 32x8"},
    {"depth", "--family register --tile 1x1 --tile-k 300", "tile-k 300|at most 256", "--tile-k 256",
     "--tile-k 1"},
    {"unroll", "--tile-k 16 --unroll-k 24", "unroll-k 24|tile-k 16", "--unroll-k 32",
     "--unroll-k 16|--tile-k 8"},
    {"family-share", "--family naive --share shuffle --wg 1x8", "naive|shuffle",
     "--family subgroup", "--share none"},
    {"family-share", "--family subgroup --share none --tile 8x2 --wg 1x8", "subgroup|none",
     "--family register", "--share shuffle|--share block-read"},
    {"barrier", "--share none --barrier", "subgroup family|family register", "--barrier=no",
     "--share shuffle"},
    {"compute-type", "--compute f16", "f32|in f16", "--compute f32", "--type f16"},
    {"compute-type", "--type f16 --compute f64", "f16|in f64", "--compute f32", "--compute f16"},
    {"accumulate-type", "--type f16 --accumulate f16", "f32|in f16", "--accumulate f32",
     "--compute f16"},
    {"accumulate-type", "--type f64 --accumulate f32", "f64|in f32", "--accumulate f64",
     "--type f32"},
    {"accumulate-type", "--type f16 --compute f16 --accumulate f64", "f16|in f64",
     "--accumulate f16", "--accumulate f32"},
    {"fused-sum", "--type f16 --compute f16 --accumulate f32 --mad fma", "to f16|in f32",
     "--mad plain", "--accumulate f16|--mad mad"},
    {"image-type", "--type f64 --family naive --access-a image", "A |2 elements of f64|naive",
     "--access-a buffer", "--family register"},
    {"image-type", "--type f64 --share block-read --access-b image", "B |subgroup",
     "--access-b buffer", "--type f32|--type f16"},
    {"vector-image", "--type f64 --family register --layout row --access-a image --vec-a 4",
     "A |hold 2 elements|not 4", "--vec-a 2", "--access-a buffer"},
    {"vector-tile", "--type f64 --family register --layout row --tile 4x3 --access-b image",
     "B |tile width 3|the 2 elements of a texel", "--access-b buffer", "--tile 4x2"},
    {"vector-match", "--type f64 --family register --layout row --vec-c 4 --access-b image",
     "2 elements of B|--vec-c 4", "--vec-c 2", "--access-b buffer"},
    {"local-memory", "--type f64 --tile 32x1 --wg 16x8 --tile-k 16",
     "65536 bytes|generic has 32768", "--tile-k 8", "--wg 8x8|--type f32|--sub-groups intel"},
    {"vector-width", "--family register --vec-c 3", "vectors of 3", "--vec-c 1",
     "--vec-c 4|--vec-c 2"},
    {"vector-width", "--family register --tile 4x32 --vec-a 32", "vectors of 32", "--vec-a 1",
     "--vec-a 4"},
    {"vector-image", "--family register --layout row --tile 4x8 --access image --vec-b 8 --vec-c 4",
     "B |1, 2 or 4|not 8", "--vec-b 4", "--access-b buffer"},
    {"pack-image", "--family register --access-a image --pack ab", "A |an image", "--pack b",
     "--access-a buffer|--pack none"},
    {"pack-image", "--family register --access image --pack a", "A |an image", "--pack none",
     "--access-a buffer"},
    {"steps", "--family register --edges pad --steps separate", "none", "--steps combined",
     "--pack a|--pack b"},
    {"steps", "--family register --pack ab --steps separate", "none", "--steps combined",
     "--edges pad"},
    {"steps", "--family register --edges pad --pack a --steps separate --fixed 64x64x64", "none",
     "--steps combined", "--fixed 65x64x64"},
    {"size-limit", "--family register --tile 3x1 --wg 8x8 --fixed 2147483647x1x1",
     "M = 2147483647|2147418112", "--fixed 2147418112x1x1", "--fixed 1x1x1"},
    {"size-limit",
     "--family register --tile 1x255 --wg 1x1000 --for generic --fixed 2147228648x1x1",
     "M = 2147228648|2147228647", "--fixed 2147228647x1x1", "--wg 1x8"},
    {"exact-sizes", "--edges exact --fixed 100x64x64",
     "M = 100|multiple of 16|width 2 x work-group width 8|112", "--edges guard",
     "--fixed 112x64x64|--fixed 96x64x64"},
    {"exact-sizes", "--edges exact --fixed 64x100x64",
     "N = 100|multiple of 32|height 32 x work-group height 1|128", "--edges guard",
     "--fixed 64x128x64"},
    {"exact-sizes", "--edges exact --fixed 64x64x100", "K = 100|multiple of 8|unroll-k|104",
     "--edges guard", "--fixed 64x64x104"},
    {"shift-sizes", "--edges shift --fixed 15x64x7",
     "M = 15|less than 16|width 2 x work-group width 8", "--edges guard", "--fixed 16x64x7"},
    {"shift-texel",
     "--edges shift --family register --layout row --access image --vec-b 4 --vec-c 4", "B hold 4",
     "--vec-b 1", "--edges guard|--fixed 64x64x64"},
    {"shift-texel", "--type f64 --edges shift --family register --layout row --access image",
     "B hold 2", "--edges guard", "--access-b buffer"},
    {"leading-dimension", "--fixed 64x48x32 --lda 60", "lda = 60|M = 64|column of A", "--lda 64",
     "--lda tight|--lda arg"},
    {"leading-dimension", "--layout row --fixed 64x48x32 --ldb 47", "ldb = 47|N = 48|row of B",
     "--ldb 48", "--ldb 64"},
    {"leading-dimension-tiles", "--edges shift --family register --tile 4x4 --wg 8x8 --ldc 20",
     "ldc = 20|less than 32|width 4 x work-group width 8|least M", "--ldc 32", "--edges guard"},
    {"leading-dimension-tiles",
     "--edges exact --layout row --family register --tile 4x4 --wg 8x8 --ldb 24",
     "ldb = 24|less than 32|least N|exact", "--ldb 32", "--edges guard|--ldb arg"},
    {"leading-dimension-depth",
     "--edges exact --layout row --family register --tile 4x4 --wg 8x8 --tile-k 8 --lda 4",
     "lda = 4|less than 8|least K", "--lda 8", "--edges shift|--edges guard"},
    {"alpha-zero", "--alpha 0", "alpha = 0", "--alpha arg", "--alpha 1"},
    {"index-width", "--index 32 --fixed 65536x65536x8", "C |65536 x 65536|2147483647", "--index 64",
     "--index auto"},
    {"index-width", "--index 32 --fixed 46340x46341x8 --family register --edges pad",
     "C_padded |46368 x 46368", "--index 64", "--edges guard|--index auto"},
    {"index-width", "--index 32 --family register --edges pad --tile 1x64 --wg 1x1024",
     "65536 elements|46340", "--index 64", "--edges guard"},
    {"image-size", "--share block-read --access image --fixed 9000x64x64", "A |9008 x 64|8192",
     "--access-a buffer", "--fixed 8192x64x64"},
    {"image-size", "--share block-read --access image --fixed 64x9000x64", "B |64 x 9024|8192",
     "--access-b buffer", "--fixed 64x8192x64"},
    {"naive-vector", "--family naive --vec-c 4", "--vec-c 4", "--family register", "--vec-c 1"},
    {"naive-shift", "--family naive --edges shift", "element by element", "--edges guard",
     "--family register"},
    {"naive-depth", "--family naive --tile-k 4", "not 4", "--tile-k 1",
     "--tile-k 1 --unroll-k 4|--family register"},
    {"vector-tile", "--family register --layout row --tile 4x6 --vec-c 4",
     "C |tile width 6|--vec-c 4", "--vec-c 2", "--tile 4x8"},
    {"vector-tile", "--family register --layout row --tile 4x4 --tile-k 6 --vec-a 4",
     "A |tile-k 6|--vec-a 4", "--vec-a 2", "--tile-k 8"},
    {"vector-tile", "--family register --layout row --transpose tn --tile 3x4 --vec-a 2",
     "A |tile height 3|--vec-a 2", "--vec-a 1", "--tile 4x4"},
    {"vector-match", "--family register --layout row --tile 4x4 --vec-b 2 --vec-c 4",
     "--vec-b 2|--vec-c 4", "--vec-b 4", "--vec-b 1|--vec-c 2"},
    {"lanes", "--tile 8x2 --wg 2x7", "width 7", "--wg 2x8", "--wg 1x16"},
    {"lanes", "--tile 8x2 --wg 2x128", "width 128", "--wg 2x8", "--wg 2x64"},
    {"depth-lanes", "--tile-k 12", "tile-k 12|exchange width 8", "--tile-k 16", "--tile-k 8"},
    {"sg-size-lanes", "--share block-read --sg-size 16", "sg-size 16|wg width 8", "--sg-size 8",
     "--wg 1x16 --tile 16x1"},
    {"sg-size-lanes", "--sub-groups intel --sg-size 12", "sg-size 12|width 8", "--sg-size 8",
     "--sub-groups intel --sg-size 16 --wg 2x8"},
    {"sg-size-lanes", "--wg 2x8 --sg-size 16", "auto|sg-size 16|width 8", "--sub-groups intel",
     "--sg-size 8"},
    {"sg-size-lanes", "--sub-groups khr --wg 3x8 --sg-size 16", "sg-size 16|24 work-items",
     "--sg-size 8", "--wg 4x8"},
    {"block-spelling", "--share block-read --sub-groups khr", "khr", "--sub-groups intel",
     "--sub-groups emulated|--share shuffle"},
    {"block-spelling", "--share block-read --sub-groups auto", "auto", "--sub-groups intel",
     "--share shuffle"},
    {"block-alignment", "--type f16 --share block-read --tile 8x2", "4 bytes|of f16|of B",
     "--share shuffle", "--access image|--sub-groups emulated|--type f32"},
    {"lane-vector", "--layout row --transpose tn --vec-a 4", "A |of 4", "--vec-a 1",
     "--transpose nn"},
    {"lane-vector", "--layout row --tile 16x6 --vec-b 4", "tile width 6|4 elements of B",
     "--vec-b 2", "--tile 16x4"},
    {"lane-vector", "--layout row --tile 12x2 --vec-a 8", "8 elements of A|tile height 12|8 lanes",
     "--vec-a 4", "--tile 16x2"},
    {"lane-vector", "--tile 16x2 --wg 1x4 --vec-b 8", "8 elements of B|tile height 16|4 lanes",
     "--vec-b 4", "--wg 1x8"},
    {"warps", "--sub-groups nvidia --wg 5x8", "warps of 32|40 work-items", "--wg 4x8",
     "--sub-groups emulated|--wg 1x8"},
    {"warps", "--sub-groups nvidia --tile 8x2 --wg 1x64", "warps of 32|64 wide", "--wg 1x32",
     "--sub-groups emulated"},
    {"warps", "--sub-groups nvidia --sg-size 16", "warps of 32, not 16", "--sg-size 32", ""},
    {"warps", "--type f64 --sub-groups nvidia --wg 3x16 --tile 8x2", "warps of 32|48 work-items",
     "--wg 2x16", "--sub-groups emulated|--wg 1x16"},
    {"lane-vector", "--type f64 --sub-groups nvidia --layout row --tile 16x3 --vec-b 2",
     "tile width 3|2 elements of B", "--vec-b 1", "--tile 16x2"},
    {"lane-vector", "--layout row --transpose nt --vec-b 4", "B |of 4|--vec-b 1 or 8", "--vec-b 1",
     "--vec-b 8"},
    {"rows-lanes", "--layout row --transpose tn --tile 12x2", "A |tile height 12|8 lanes",
     "--tile 16x2", "--transpose nn|--access-a image"},
    {"rows-lanes", "--transpose nt --tile 4x2", "B |tile height 4|8 lanes", "--tile 8x2",
     "--transpose nn|--access-b image"},
    /* 4 bytes x 64 rows x 16 steps of K x 16 rows of the work-group. */
    {"local-memory", "--tile 64x1 --wg 16x8 --tile-k 16", "65536 bytes|generic has 32768",
     "--tile-k 8", "--wg 8x8|--sub-groups intel"},
    /* 8 lanes x 4 bytes: A 32 rows x 1 step, B 8 columns x 8 steps, C 32 x 8. */
    {"registers", "--for intel-gen8 --tile 32x8", "32x8|11264 B|A 1024 + B 2048 + C 8192|has 4096",
     "--tile 4x8", "--tile 32x2"},
    /* The register-tile article's tiles are 16 x 16, 1 x 32 and 16 x 32, next 32 rows of them. */
    {"registers", "--preset cilk_16x16x32 --tile 32x4 --for intel-gen8",
     "32x4|6272 B|A 2048 + B 128 + C 4096|has 4096", "--tile-k 8 --tile 16x4",
     "--for intel-xe-hpg|--tile 16x4"},
    {"registers", "--preset cilk_16x16x32 --tile 64x4 --for intel-xe-hpg",
     "64x4|12416 B|A 4096 + B 128 + C 8192|has 8192", "--tile-k 8 --tile 32x4", "--tile 32x4"},
    /* One work-item: A 1, B 16, C 16 x 16 elements. */
    {"registers", "--for nvidia-hopper --family register --tile 16x16",
     "16x16|1092 B|A 4 + B 64 + C 1024|has 1020", "--tile 8x16", "--tile 14x16"},
    {"sub-group-size", "--for intel-gen8 --tile 8x2 --wg 1x4", "8 16 32|not 4", "--wg 1x8",
     "--sub-groups emulated|--wg 1x16"},
    {"option-family", "--stages 2", "--stages 2|subgroup", "--share local", "--stages 1"},
    {"option-family", "--family register --tile 4x4 --pad-a 1", "--pad-a 1|register",
     "--family local", "--pad-a 0"},
    {"option-family", "--family naive --loop-order kjl", "--loop-order kjl|register family|naive",
     "--family local", "--family register"},
    {"nothing-staged", "--family local --stage-a no --stage-b no", "neither", "--stage-a plain",
     "--stage-b transposed"},
    {"local-vector-lines", "--family local --layout row --tile-k 6 --vec-a 4",
     "A |6 elements|--vec-a 4", "--vec-a 2", "--tile-k 8|--transpose tn"},
    {"local-vector-lines", "--family local --layout row --tile-k 6 --access-a image --vec-a 4",
     "A |6 elements|--vec-a 4", "--vec-a 1", "--tile-k 8"},
    {"local-vector-lines", "--family local --layout row --tile 4x6 --vec-c 4", "6|--vec-c 4",
     "--vec-c 2", "--tile 4x8"},
    {"local-vector-lines",
     "--family local --layout row --transpose tn --stage-a no --tile 6x4 --vec-a 4",
     "A |6 elements|--vec-a 4", "--vec-a 2", "--stage-a plain|--tile 4x4"},
    {"direct-read", "--family local --layout row --stage-a no --access-a image --vec-a 4",
     "texels of 4|A is not staged", "--stage-a plain", "--vec-a 1|--access-a buffer"},
    {"direct-read",
     "--type f64 --family local --layout row --stage-b no --access-b image --vec-b 2 --vec-c 2",
     "texels of 2|B is not staged", "--stage-b plain", "--access-b buffer"},
    {"local-vector-lines", "--type f64 --family local --layout row --access-a image --tile-k 5",
     "A |5 elements|--vec-a 2", "--access-a buffer", "--tile-k 6"},
    {"direct-read", "--family local --layout row --stage-b no --vec-b 4 --vec-c 2",
     "B is not staged|--vec-c 2|not 4 along it", "--vec-b 1", "--vec-c 4|--stage-b plain"},
    {"direct-read", "--family local --layout row --transpose nt --stage-b no --vec-b 4",
     "B is not staged|not 4 along K", "--vec-b 1", "--stage-b plain"},
    {"local-vector", "--family local --layout row --local-vec-a 3", "vectors of 3",
     "--local-vec-a 1", "--local-vec-a 4"},
    {"local-vector", "--family local --layout row --vec-c 4 --local-vec-b 2", "B |--vec-c 4|not 2",
     "--local-vec-b 4", "--local-vec-b 1|--vec-c 2"},
    {"local-vector", "--family local --layout row --tile-k 10 --local-vec-a 4",
     "A |along tile-k, and 10|--local-vec-a 4", "--local-vec-a 2", "--tile-k 12"},
    {"local-vector", "--family local --layout row --transpose tn --tile 6x4 --local-vec-a 4",
     "A |height, and 6|--local-vec-a 4", "--local-vec-a 2", "--tile 8x4|--transpose nn"},
    {"load-shape", "--family local --load-shape-a 8x16", "8x16|128 work-items|16x16 has 256",
     "--load-shape-a 16x16", "--load-shape-a 8x32|--wg 8x16"},
    {"partial-loads", "--family local --layout row --edges exact --tile-k 12 --load-shape-a 16x16",
     "16x16|64 lines of 12 elements of A|exact", "--edges guard",
     "--load-shape-a 64x4|--tile-k 16"},
    {"local-unroll", "--family local --unroll-k 5", "16 steps|of 1, not 5", "--unroll-k 16",
     "--unroll-k 4|--tile-k 10"},
    {"local-unroll", "--family local --layout row --local-vec-a 4 --unroll-k 2", "of 4, not 2",
     "--unroll-k 16", "--unroll-k 4|--local-vec-a 2"},
    {"stages", "--family local --tile 2x2 --stages 6", "1 to 5 stages, not 6", "--stages 5",
     "--stages 2"},
    {"pad", "--family local --layout row --pad-a 1025", "1025|A's tile|1024", "--pad-a 1",
     "--pad-a 0"},
    {"pad", "--family local --layout row --pad-b 2147483647", "2147483647|B's tile", "--pad-b 1",
     ""},
    {"exchange", "--family local --exchange", "all devices", "--sub-groups emulated",
     "--exchange=no"},
    {"exchange", "--family local --layout row --exchange --sub-groups emulated --stage-a no",
     "A is not staged", "--stage-a plain", "--exchange=no"},
    {"exchange", "--family local --layout row --exchange --sub-groups emulated --local-vec-a 4",
     "A, not vectors of 4", "--local-vec-a 1", "--exchange=no"},
    {"exchange", "--family local --layout row --exchange --sub-groups intel --wg 8x6",
     "6 work-items|4 elements of A", "--exchange=no", "--wg 8x8|--sub-groups emulated"},
    {"exchange", "--family local --layout row --exchange --sub-groups khr --wg 3x8 --sg-size 16",
     "sg-size 16|width 8|24", "--sg-size 8", "--wg 4x8|--exchange=no"},
    {"async-copy", "--family local --tile 2x2 --copy async --prefetch", "--prefetch",
     "--prefetch=no", "--copy plain"},
    {"async-copy", "--family local --tile 2x2 --copy async --stages 3", "2 stages at most, not 3",
     "--stages 2", "--copy plain"},
    {"async-copy", "--family local --tile 2x2 --copy async --stage-a transposed", "A is transposed",
     "--copy plain", "--stage-a plain"},
    {"async-copy", "--family local --tile 2x2 --copy async --access-b image", "B is an image",
     "--copy plain", "--access-b buffer|--stage-b no"},
    {"local-memory", "--family local --stages 5", "40960 bytes|generic has 32768", "--stages 4",
     "--wg 8x16|--tile-k 8"},
    {"gatlas-preset", "--group-size 4", "--group-size 4", "--preset gatlas_gemm_buffer", ""},
    {"gatlas-preset", "--preset naive --extra 1", "--extra 1", "--preset gatlas_gemm_buffer",
     "--preset gatlas_matmul_image"},
    {"gatlas-group-size", "--preset gatlas_gemm_buffer_float1 --group-size 11",
     "size 11|over 10|buffers", "--group-size 10", "--preset gatlas_gemm_image"},
    {"gatlas-group-size", "--preset gatlas_gemm_image --group-size 17", "size 17|over 16|images",
     "--group-size 16", ""},
    {"gatlas-block-height", "--preset gatlas_gemm_buffer --block-height 11",
     "height 11|over 10|buffers", "--block-height 8",
     "--block-height 10|--preset gatlas_gemm_image"},
    {"gatlas-block-height", "--preset gatlas_matmul_image --block-height 13",
     "height 13|over 12|images", "--block-height 8", "--block-height 12"},
    {"gatlas-block-height", "--preset gatlas_gemm_image --block-height 10 --transpose tn",
     "height 10|length 4", "--block-height 12", "--block-height 4|--transpose nn"},
    {"gatlas-block-height",
     "--preset gatlas_gemm_image --layout column --block-height 10 --transpose nt",
     "reads B transposed|height 10|length 4", "--block-height 12", "--transpose tn"},
    {"gatlas-contradiction", "--preset gatlas_gemm_image --layout column --transpose nt --tile 6x4",
     "6x4|height 4 of", "--tile 4x4", "--transpose tn --block-height 6"},
    {"gatlas-extra", "--preset gatlas_gemm_image --extra 12", "12 variants|and 12 is none",
     "--extra 0", "--preset gatlas_matmul_image --fixed 64x64x64"},
    {"gatlas-extra", "--preset gatlas_gemm_image --extra 10", "extra 10 inlines", "--extra 4",
     "--fixed 64x64x64"},
    {"gatlas-extra", "--preset gatlas_matmul_image --extra 7 --fixed 64x96x64",
     "extra 7|arguments|64x96x64", "--extra 19", ""},
    {"gatlas-contradiction", "--preset gatlas_gemm_image --wg 4x4", "4x4|size 8 of|8x8",
     "--group-size 4", "--wg 8x8"},
    {"gatlas-contradiction", "--preset gatlas_gemm_image --group-size 4 --wg 4x8",
     "4x8|size 4 of|4x4", "--wg 4x4", ""},
    {"gatlas-contradiction", "--preset gatlas_gemm_image --tile 6x4", "6x4|height 4 of|4x4",
     "--block-height 6", "--tile 4x4"},
    {"gatlas-contradiction", "--preset gatlas_gemm_image --block-height 5 --tile 5x8",
     "5x8|height 5 of|5x4", "--tile 5x4", ""},
    {"gatlas-contradiction", "--preset gatlas_gemm_buffer --extra 3 --loop-order kjl",
     "kjl|extra 3 of|jlk", "--extra 1", "--loop-order jlk"},
    {"gatlas-contradiction",
     "--preset gatlas_matmul_image --extra 20 --fixed 64x64x64 --loop-order lkj",
     "lkj|extra 20 of|ljk", "--extra 23", ""},
    {"gatlas-contradiction", "--preset gatlas_matmul_image --extra 1 --ids group",
     "group|extra 1 of|global", "--extra 7", ""},
    {"gatlas-contradiction", "--preset gatlas_matmul_image --extra 8 --ids global",
     "global|extra 8 of|group", "--extra 2", ""},
    {"gatlas-contradiction", "--preset gatlas_gemm_image --ids group", "group|global",
     "--ids global", ""},
    {"gatlas-contradiction", "--preset gatlas_gemm_buffer --access-b image", "buffers|B|an image",
     "--access-b buffer", "--preset gatlas_gemm_image"},
    {"gatlas-contradiction", "--preset gatlas_gemm_buffer_float1 --access-a image",
     "buffers|A|an image", "--access-a buffer", "--preset gatlas_gemm_image_float2"},
    {"gatlas-contradiction", "--preset gatlas_matmul_image_double2 --access buffer",
     "images|A|a buffer", "--preset gatlas_matmul_buffer_double2", "--access image"},
    {"gatlas-sizes", "--preset gatlas_gemm_image --fixed 64x64x36", "K = 36|of 32|vector length",
     "--edges guard", "--fixed 64x64x64|--edges pad"},
    {"gatlas-sizes", "--preset gatlas_gemm_image --block-height 5 --group-size 3 --fixed 30x24x24",
     "M = 30|of 60", "--edges guard", "--fixed 60x24x24"},
    {"gatlas-sizes", "--preset gatlas_gemm_image --layout column --block-height 6 --fixed 32x48x36",
     "K = 36|of 32", "--edges guard", "--fixed 32x48x32"},
};

enum {
    ROWS = sizeof rows / sizeof rows[0]
};

/* The next of the parts between bars, from *at on; false where there is none. */
static bool next_part(const char **at, char *part, size_t size)
{
    const size_t length = strcspn(*at, "|");
    assert_true(length < size);
    snprintf(part, size, "%.*s", (int)length, *at);
    *at += length + ((*at)[length] == '|');
    return length > 0;
}

static void broken_rules_are_named(void **state)
{
    (void)state;
    for (const struct row *row = rows; row < rows + ROWS; row++) {
        struct clgemm_request *const request = ask(row->request);
        struct clgemm_result *result;
        assert_int_equal(clgemm_generate(request, &result, &error), -1);
        assert_null(result);
        if (error.code != CLGEMM_REFUSED || strcmp(error.rule, row->rule) != 0)
            fail_msg("%s: expected rule %s, got %s: %s", row->request, row->rule, error.rule,
                     error.text);
        /* The option at fault is the one that the sentence asks to change. */
        const size_t length = strlen(error.option);
        if (!length || strncmp(row->ask + 2, error.option, length) != 0)
            fail_msg("%s: option %s, but the sentence asks %s", row->request, error.option,
                     row->ask);
        const char *at = row->numbers;
        for (char part[64]; next_part(&at, part, sizeof part);)
            if (!strstr(error.text, part))
                fail_msg("%s: '%s' is not in: %s", row->request, part, error.text);
        clgemm_request_free(request);
    }
}

/* A row that breaks two rules would say less about each. */
static void rows_break_one_rule_only(void **state)
{
    (void)state;
    for (const struct row *row = rows; row < rows + ROWS; row++) {
        const struct broken broken = why_not(row->request);
        if (broken.count != 1)
            fail_msg("%s breaks %s", row->request, broken.names);
        assert_true(breaks(&broken, row->rule));
    }
}

static void what_is_proposed_works(void **state)
{
    (void)state;
    for (const struct row *row = rows; row < rows + ROWS; row++) {
        char line[1100];
        char proposal[512];
        first_proposal(why_not(row->request).text, proposal, sizeof proposal);
        assert_string_equal(proposal, row->ask);
        snprintf(line, sizeof line, "%s %s", row->request, proposal);
        struct clgemm_request *const request = ask(line);
        struct clgemm_result *result;
        if (clgemm_generate(request, &result, &error))
            fail_msg("%s: %s", line, error.text);
        clgemm_result_free(result);
        clgemm_request_free(request);
    }
}

static void other_ways_keep_the_rule(void **state)
{
    (void)state;
    for (const struct row *row = rows; row < rows + ROWS; row++) {
        const char *at = row->also;
        for (char part[64]; next_part(&at, part, sizeof part);) {
            char line[1100];
            snprintf(line, sizeof line, "%s %s", row->request, part);
            const struct broken broken = why_not(line);
            if (breaks(&broken, row->rule))
                fail_msg("%s: %s", line, broken.text);
        }
    }
}

/* Every {"rule", function} in the sources has a row here, and no row is left over. */
static void every_rule_has_a_row(void **state)
{
    static const char *const files[] = {"gen/rules_request.c",      "gen/rules_sizes.c",
                                        "gen/rules_device.c",       "gen/family/naive.c",
                                        "gen/family/register.c",    "gen/family/subgroup.c",
                                        "gen/family/local_rules.c", "gen/gatlas_rules.c"};
    const char *const folder = getenv("srcdir") ? getenv("srcdir") : ".";
    bool used[ROWS] = {false};
    int rules = 0;
    (void)state;
    for (size_t f = 0; f < sizeof files / sizeof files[0]; f++) {
        char path[1024], line[1024];
        snprintf(path, sizeof path, "%s/%s", folder, files[f]);
        FILE *const file = fopen(path, "r");
        if (!file)
            fail_msg("cannot read %s", path);
        while (fgets(line, sizeof line, file)) {
            /* The formatter may put several on a line. */
            for (const char *at = strstr(line, "{\""); at; at = strstr(at + 1, "{\"")) {
                char rule[64], function[64];
                /* Other tables of names hold truths. */
                if (sscanf(at, "{\"%63[^\"]\", %63[a-z_],", rule, function) != 2 ||
                    strcmp(function, "true") == 0 || strcmp(function, "false") == 0)
                    continue;
                bool found = false;
                for (int i = 0; i < ROWS; i++) {
                    if (strcmp(rows[i].rule, rule) != 0)
                        continue;
                    found = used[i] = true;
                }
                if (!found)
                    fail_msg("rule %s of %s has no row", rule, files[f]);
                rules++;
            }
        }
        fclose(file);
    }
    assert_true(rules >= 25);
    for (int i = 0; i < ROWS; i++)
        if (!used[i])
            fail_msg("there is no rule %s", rows[i].rule);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_rules_are_named), cmocka_unit_test(rows_break_one_rule_only),
        cmocka_unit_test(what_is_proposed_works), cmocka_unit_test(other_ways_keep_the_rule),
        cmocka_unit_test(every_rule_has_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
