/* What is found in listings of every vendor: the inner loop, and calls of what is defined
 * nowhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "harness/offline/internal.h"
#include "harness/opencl/program.h"

static bool is_mad(const struct instruction *instruction, bool whole)
{
    (void)whole;
    return operation_begins(instruction, "mad") || operation_begins(instruction, "fma") ||
           operation_begins(instruction, "FFMA") || operation_holds(instruction, "_fmac");
}

static bool is_matrix(const struct instruction *instruction)
{
    return operation_holds(instruction, "mma.");
}

static void expect_loop(const char *listing, size_t multiply_adds, size_t instructions)
{
    struct inner_loop loop;
    struct fault fault = {0};

    assert_int_equal(listing_inner_loop(listing, listing + strlen(listing), is_mad, is_matrix,
                                        false, &loop, &fault),
                     0);
    assert_int_equal(loop.multiply_adds, multiply_adds);
    assert_int_equal(loop.instructions, instructions);
}

static void reads_intel(void **state)
{
    (void)state;
    expect_loop("//.kernel k\n"
                "// B002: mad (8|M0) in a remark\n"
                "_0_034:\n"
                "        mad (8|M0)  r1.0<1>:f  r2.0<8;1>:f  r3.0<8;1>:f  {Compacted} // mad\n"
                "(W)     add (1|M0)  r5.0<1>:d  r5.0<0;1,0>:d  8:w\n"
                "(W&f1.1) jmpi                _0_034            // $7\n"
                "        mad (8|M0)  r9.0<1>:f  r2.0<8;1>:f  r3.0<8;1>:f\n",
                1, 3);
}

static void reads_ptx(void **state)
{
    (void)state;
    expect_loop("{\n\t.reg .pred \t%p<37>;\n"
                "$L__BB0_2:\n"
                "\tfma.rn.f32 \t%f1, %f2, %f3, %f1;\n"
                "\tfma.rn.f32 \t%f4, %f2, %f3, %f4;\n"
                "\t@%p4 bra \t$L__BB0_2;\n"
                "\tret;\n}\n",
                2, 3);
}

/* Inline instructions of a matrix engine: one that multiplies in the loop, one behind it, and what waits for one. */
static void counts_engine(void **state)
{
    static const char text[] =
        ".visible .entry other(\n)\n{\n\tret;\n}\n"
        ".visible .entry gemm(\n\t.param .u64 gemm_param_0\n)\n{\n"
        "$L__BB0_2:\n"
        "\t// begin inline asm\n"
        "\tmma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f1}, {%r1};\n"
        "\t// end inline asm\n"
        "\tfma.rn.f32 \t%f1, %f2, %f3, %f1;\n"
        "\twgmma.wait_group.sync.aligned 0;\n"
        "\t@%p4 bra \t$L__BB0_2;\n"
        "\tmma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f1}, {%r1};\n"
        "\tret;\n}\n";
    struct inner_loop loop;
    struct fault fault = {0};
    bool found;

    (void)state;
    assert_int_equal(ptx_inner_loop(text, "gemm", false, &found, &loop, &fault), 0);
    assert_true(found);
    assert_int_equal(loop.on_engine, 1);
    assert_int_equal(loop.multiply_adds, 2);
    assert_int_equal(loop.instructions, 4);
    assert_int_equal(ptx_inner_loop(text, "gem", false, &found, &loop, &fault), 0);
    assert_false(found);
    assert_int_equal(ptx_inner_loop("\177ELF", "gemm", false, &found, &loop, &fault), 0);
    assert_false(found);
}

/* Of whole numbers index arithmetic counts too: the loop with the engine's instructions is the one all the same. */
static void prefers_engine(void **state)
{
    static const char text[] = ".visible .entry gemm(\n\t.param .u64 gemm_param_0\n)\n{\n"
                               "$L__BB0_1:\n"
                               "\tmad.lo.s32 \t%r1, %r2, %r3, %r4;\n"
                               "\tmad.lo.s32 \t%r5, %r2, %r3, %r4;\n"
                               "\t@%p3 bra \t$L__BB0_1;\n"
                               "$L__BB0_2:\n"
                               "\tmma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r1}, {%r2};\n"
                               "\t@%p4 bra \t$L__BB0_2;\n"
                               "\tret;\n}\n";
    struct inner_loop loop;
    struct fault fault = {0};
    bool found;

    (void)state;
    assert_int_equal(ptx_inner_loop(text, "gemm", true, &found, &loop, &fault), 0);
    assert_int_equal(loop.on_engine, 1);
    assert_int_equal(loop.multiply_adds, 1);
    assert_int_equal(loop.instructions, 2);
}

/* The target and every mark change, and nothing else; what is no PTX of the GPU is refused. */
static void finalizes_ptx(void **state)
{
    static const char text[] =
        "//\n.version 8.8\n.target sm_90, texmode_independent\n// //sm_90: a comment\n"
        "\t//sm_90a: wgmma.fence;\n\t//sm_90a: //sm_90a: //sm_90a:";
    static const char wanted[] =
        "//\n.version 8.8\n.target sm_90a, texmode_independent\n// //sm_90: a comment\n"
        "\twgmma.fence;\n\t//sm_90a:";
    static const char *const others[] = {"", "\177ELF", ".target sm_80\n", ".target sm_90a\n",
                                         ".target sm_900\n"};
    struct fault fault = {0};
    char *finalized;

    (void)state;
    assert_true(ptx_finalizes("ptx:sm_90a"));
    assert_false(ptx_finalizes("ptx:sm_90"));
    assert_false(ptx_finalizes("ptx:sm_a"));
    assert_false(ptx_finalizes("ptx:sm_"));
    assert_false(ptx_finalizes("spirv"));
    assert_int_equal(ptx_finalize(text, "ptx:sm_90a", "H", &finalized, &fault), 0);
    assert_string_equal(finalized, wanted);
    free(finalized);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        fault = (struct fault){0};
        assert_int_equal(ptx_finalize(others[i], "ptx:sm_90a", "H", &finalized, &fault), -1);
        assert_int_equal(fault.code, FAULT_DEVICE);
        assert_non_null(strstr(fault.text, "the compiler of H writes no PTX for sm_90"));
    }
}

static void reads_sass(void **state)
{
    (void)state;
    expect_loop(".L_x_1:\n"
                "        /*04b0*/                   FFMA R1, R2, R3, R1 ;\n"
                "                                                /* 0x00000a00ff017b82 */\n"
                "        /*04c0*/              @!P0 BRA `(.L_x_1) ;\n"
                ".L_x_3:\n"
                "        /*04d0*/                   BRA `(.L_x_3);\n",
                1, 2);
}

static void reads_amd(void **state)
{
    (void)state;
    expect_loop(".LBB0_2:        ; =>This Inner Loop Header: Depth=1\n"
                "\tv_fmac_f32_e32 v1, v2, v3\n"
                "\ts_cbranch_scc0 .LBB0_2\n"
                "; %bb.3:\n"
                "\ts_endpgm\n",
                1, 2);
}

/* The loop over K counts, with the loop that loads in it; not the loop over tiles around it, nor
 * the one over what remains of K. */
static void chooses_the_loop_over_k(void **state)
{
    (void)state;
    expect_loop("tiles:\n mov a\n"
                "k:\n"
                "load:\n send a\n bra load\n"
                " mad a\n mad b\n mad c\n bra k\n"
                "rest:\n mad a\n bra rest\n"
                " bra tiles\n",
                3, 6);
}

static void finds_no_loop(void **state)
{
    (void)state;
    expect_loop("mad a\nbra later\nlater:\nmad b\nret\n", 0, 0);
    expect_loop("again:\n mov a\n bra again\n", 0, 0);
    expect_loop("", 0, 0);
}

static void finds_calls(void **state)
{
    char room[OFFLINE_NAME];

    (void)state;
    assert_null(offline_call_intel("        call (8|M0)  r5.0:ud  helper  // $13\n"
                                   "(W&f1.1) jmpi                _0_034  // r7\n",
                                   " faddr nowhere V1(0,0)<1>", room));
    assert_string_equal(
        offline_call_intel("//.kernel k\n(W)     jmpi      r2.0   {Switch} // $22\n",
                           "    faddr nowhere V0061(0,0)<1>   /// $9\n", room),
        "nowhere");
    assert_non_null(
        offline_call_intel("        call (8|M0)  r125.0  r60.0:ud  {@1}\n", NULL, room));

    assert_null(offline_call_amd("helper:\n\ts_setpc_b64 s[30:31]\nk:\n\ts_getpc_b64 s[4:5]\n"
                                 "\ts_add_u32 s4, s4, helper@rel32@lo+4\n",
                                 room));
    assert_string_equal(
        offline_call_amd("k:\n\ts_add_u32 s4, s4, my_helper@rel32@lo+4\nhelper:\n", room),
        "my_helper");
    assert_string_equal(offline_call_amd("\ts_add_u32 s4, s4, table@gotpcrel32@lo+4\n", room),
                        "table");

    assert_null(offline_call_nvidia(".visible .func (.param .b32 r) helper(\n"
                                    ".extern .shared .align 4 .b8 local[];\n",
                                    room));
    assert_string_equal(
        offline_call_nvidia(".extern .func  (.param .b32 func_retval0) nowhere\n(\n", room),
        "nowhere");
    assert_string_equal(offline_call_nvidia(".extern .func nothing\n(\n", room), "nothing");
}

/* A name longer than the room is cut. */
static void cuts_names(void **state)
{
    char text[400] = ".extern .func ", room[OFFLINE_NAME];

    (void)state;
    memset(text + strlen(text), 'n', 300);
    assert_int_equal(strlen(offline_call_nvidia(text, room)), OFFLINE_NAME - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_intel),    cmocka_unit_test(reads_ptx),
        cmocka_unit_test(finalizes_ptx),  cmocka_unit_test(counts_engine),
        cmocka_unit_test(prefers_engine), cmocka_unit_test(reads_sass),
        cmocka_unit_test(reads_amd),      cmocka_unit_test(chooses_the_loop_over_k),
        cmocka_unit_test(finds_no_loop),  cmocka_unit_test(finds_calls),
        cmocka_unit_test(cuts_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
