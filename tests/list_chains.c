/*
 * Prints random chained products, options of clgemm-gen a line: three of four are attention with its sizes and strides behind ` --at `, the others gated
 * products, of which half have sizes of their own and half those of clgemm-bench check.
 *
 * Use: list_chains COUNT [SEED]
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state;

static unsigned draw(unsigned limit)
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(state >> 33) % limit;
}

/* Strides of an operand of attention, positions in any order of memory, some with gaps. */
static void print_strides(char operand, const int sizes[3], int head)
{
    static const char *const words[] = {"member", "row", "head"};
    static const int orders[3][3] = {{2, 1, 0}, {1, 2, 0}, {0, 2, 1}}; /* the fastest first */
    const int *const order = orders[draw(3)];
    int stride = head + (int)draw(3) / 2 * 5;
    for (int i = 0; i < 3; i++) {
        printf(",%c_%s=%d", operand, words[order[i]], stride);
        stride = stride * (sizes[order[i]] ? sizes[order[i]] : 1) + (int)draw(3) / 2 * 3;
    }
}

/* Strides of a mask of keys (1) or a matrix (2): 0 where all share it, or with gaps. */
static void print_strides_of_mask(int mask, int batch, int q_heads, int lq, int lk)
{
    const int row = draw(3) ? lk + (int)draw(3) : 0;
    const int head = draw(2) ? row * (lq ? lq : 1) + (int)draw(3) : 0;
    const int member = mask == 1 ? row : head * q_heads;
    if (mask == 2)
        printf(",mask_row=%d,mask_head=%d", row, head);
    if (mask)
        printf(",mask_member=%d", batch > 1 && draw(3) == 0 ? 0 : member);
}

/* The kernel of the family ring, by the engine that any device emulates. */
static void print_ring(void)
{
    printf(" --family ring --engine emulated:wgmma --take-turns=no --local-limit 131072");
    printf(" --tile 2x%d --wg %dx4", draw(3) ? 8 : 2, draw(3) ? 32 : 64);
    printf(" --tile-k %u --type %s%s", 16 * (1 + draw(5)), draw(2) ? "f16" : "bf16",
           draw(4) ? "" : " --type-c f32");
}

/* A kernel of the blocked page, or of that of engines, which these devices emulate. */
static void print_kernel_of_attention(int head, int packed)
{
    static const char *const groups[] = {"1x1", "1x1", "8x8", "1x16", "4x4", "16x2"};
    static const char *const types[] = {"f32", "f32", "f16", "bf16"};
    static const char *const engines[] = {"mma",    "mma",  "dpas", "dpas16",
                                          "wmma12", "wmma", "mfma", "mfma94"};
    const int width = 4 << draw(3), height = 1 + (int)draw(4);
    const char *const group = groups[head > 64 ? draw(2) : draw(6)];
    printf("--chain attention --head %d", head);
    if (draw(4) == 0) {
        print_ring();
        return;
    }
    if (draw(3) == 0) {
        printf(" --engine emulated:%s --type %s --type-c %s --tile-k 32 --local-limit 131072",
               engines[draw(8)], types[2 + draw(2)], types[draw(4)]);
        printf(" --stages %u", 1 + draw(3));
        if (packed > 1)
            printf(" --pack-heads %d", packed);
        if (draw(3) == 0)
            printf(" --split-k %u", 2 + draw(4));
        return;
    }
    printf(" --tile %dx%d --wg %s", height, width, group);
    printf(" --type-a %s --type-b %s --type-c %s", types[draw(4)], types[draw(4)], types[draw(4)]);
    if (strcmp(group, "1x1") == 0)
        printf(" --block-tiles %ux1 --tile-k %u", 1 + draw(8), 16 * (1 + draw(4)));
    else if (height * width > 16 || draw(2))
        printf(" --local-limit 131072");
}

static void print_attention(void)
{
    enum {
        LENGTHS = 16
    };
    static const int lengths[LENGTHS] = {0,  1,  1,  2,  7,  15, 16, 17,
                                         31, 32, 33, 63, 64, 65, 97, 130};
    const int head = 16 * (1 + (int)draw(8));
    const int causal = draw(3) == 0, lq = lengths[draw(LENGTHS)];
    const int drawn_lk = lengths[draw(LENGTHS)];
    const int lk = causal && drawn_lk < lq ? lq + (int)draw(3) : drawn_lk;
    const int kv_heads = 1 + (int)draw(3), packed = draw(2) ? 1 : 1 << draw(4);
    const int q_heads = kv_heads * (1 + (int)draw(3)) * packed;
    const int batch = draw(8) == 0 ? 0 : 1 + (int)draw(2);
    const int of_q[] = {batch, lq, q_heads}, of_k[] = {batch, lk, kv_heads};
    print_kernel_of_attention(head, packed);
    const int mask = draw(2) ? 0 : 1 + (int)draw(2); /* none, keys, matrix */
    static const char *const masks[][2] = {
        {"none", "causal"}, {"keys", "causal,keys"}, {"matrix", "causal,matrix"}};
    printf(" --mask %s%s%s", masks[mask][causal], mask && draw(2) ? " --type-mask f16" : "",
           draw(3) ? "" : " --lengths member");
    printf("%s", draw(3) ? "" : " --alpha 0.25");
    printf(" --at batch=%d,lq=%d,lk=%d,q_heads=%d,kv_heads=%d", batch, lq, lk, q_heads, kv_heads);
    print_strides('q', of_q, head);
    print_strides('k', of_k, head);
    print_strides('v', of_k, head);
    print_strides('o', of_q, head);
    print_strides_of_mask(mask, batch, q_heads, lq, lk);
    printf("\n");
}

/* A gated product: a kernel, and what does not depend on it. */
static void print_gate(void)
{
    enum {
        KERNELS = 14,
        OPERATIONS = 6,
        TRANSPOSES = 4,
        BESIDES = 9
    };
    static const char *const kernels[KERNELS] = {
        "naive",
        "register --tile 2x4 --vec-c 4",
        "register --tile 4x2 --tile-k 2",
        "register --tile 3x2",
        "local --tile 2x4 --wg 4x8 --tile-k 8",
        "local --tile 4x2 --wg 8x4 --tile-k 16 --stages 3 --prefetch",
        "blocked --tile 4x8 --vec-c 4 --block-tiles 2x2 --block-k 16",
        "blocked --tile 2x4 --vec-c 2 --block-tiles 3x1 --block-k 5",
        "gemv --tile 1x4",
        "matrix --engine emulated:mma --type f16 --tile 4x4",
        "matrix --engine emulated:mma --type bf16 --tile 2x4 --copy async --stages 3",
        "matrix --engine emulated:wgmma --type f16 --tile 2x8 --wg 32x4 --copy tensor --stages 3",
        "matrix --engine emulated:wmma --type f16 --tile 8x2",
        "matrix --engine emulated:dpas --type bf16 --tile 8x1"};
    static const char *const operations[OPERATIONS] = {"silu", "gelu",    "gelu_tanh",
                                                       "relu", "sigmoid", "none"};
    static const char *const transposes[TRANSPOSES] = {"nn", "nt", "tn", "tt"};
    static const char *const besides[BESIDES] = {"",
                                                 "",
                                                 " --type f64",
                                                 " --type f16",
                                                 " --type bf16",
                                                 " --alpha arg",
                                                 " --epilogue bias:column,relu",
                                                 " --batch groups",
                                                 " --batch groups --experts index"};
    const char *const kernel = kernels[draw(KERNELS)], *const beside = besides[draw(BESIDES)];
    printf("--chain gate:%s --family %s --transpose %s", operations[draw(OPERATIONS)], kernel,
           transposes[draw(TRANSPOSES)]);
    printf(" --layout %s", draw(2) ? "row" : "column");
    if (draw(2))
        printf(" --fixed %ux%ux%u", 1 + draw(70), 1 + draw(70), 1 + draw(70));
    printf("%s\n", strstr(kernel, "--type") && strstr(beside, "--type") ? "" : beside);
}

int main(int count, char **arguments)
{
    if (count < 2) {
        fprintf(stderr, "use: list_chains COUNT [SEED]\n");
        return 1;
    }
    const unsigned chains = (unsigned)strtoul(arguments[1], NULL, 10);
    const unsigned long long seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    for (unsigned i = 0; i < chains; i++) {
        state = seed * 1000003 + i;
        draw(2);
        draw(2);
        if (i % 4 == 3)
            print_gate();
        else
            print_attention();
    }
    return 0;
}
