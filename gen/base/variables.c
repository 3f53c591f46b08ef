#include "gen/base/variables.h"

#include <string.h>

enum {
    LONGEST = 60
};

/* Names of variables of kernels and of what their pages declare; "#" stands for a number. */
static const char variables[] =
    " A B C D M N K A_padded B_padded C_padded A_panels B_panels A_image B_image A_transposed "
    "B_transposed A_decoded B_decoded A_repacked B_repacked A_scales B_scales A_zeros B_zeros "
    "A_leasts B_leasts A_part_scales B_part_scales A_uppers B_uppers "
    "C_parts maps alpha beta arrived own tile_of_c first_stored stored held other lda ldb ldc ldd "
    "ldr "
    "ldr# scale scale# bias bias# "
    "residual residual# "
    "batch_count matrix_count rows_a rows_c index_a index_c ids offsets experts group "
    "first_of_group "
    "tile_of_group tiles_before end_before end_of_group start middle beyond all_of_groups "
    "tiles_across before offset_a offset_b "
    "offset_c offset_d offsets_a offsets_b offsets_c stride_a stride_b "
    "stride_c member own_member member_a member_b member_c begin_a begin_b begin_c "
    "a b c d a_# b_# c_# d_# d_#_# d_line d_row d_row_# d_column d_column_# d_run_#_# d_tile "
    "d_tiles d_wide d_map d_draft d_word d_from d_from_# d_load_# d_own d_own_#_# d_across_#_# "
    "gate "
    "gate_#_# gate_sum_#_# up_sum_#_# up up_#_# a_#_# b_#_# c_#_# a_#_of_# b_#_of_# of_# a_load_# "
    "b_load_# a_line b_line "
    "a_tile b_tile a_tiles b_tiles a_at b_at a_from b_from a_from_# b_from_# a_row a_row_# "
    "a_column "
    "a_column_# b_row b_row_# b_column b_column_# a_wide b_wide a_map b_map a_own b_own a_own_# "
    "b_own_# a_draft b_draft a_word b_word a_blocks b_blocks a_run_# b_run_# "
    "a_run_#_# b_run_#_# c_aligned "
    "a_aligned b_aligned a_next b_next next_a next_b "
    "row_of_a_# row_of_c_# row column row_# column_# own_row own_column first_row first_column "
    "tile_row tile_column "
    "lane_row lane_column row_tiles column_tiles row_groups column_groups rows columns "
    "rows_of_group columns_of_group of_row of_column rows_of columns_of "
    "k depth first_k own_k next_k of_k whole_k part_of_k steps_of_part first_of_part of_part "
    "steps_of_block last_block beta_of_block part parts part_#_# run_# run_#_# "
    "at from line lines number lane of_lane first_lane item items place panel panels panel_a "
    "panel_b panels_a panels_b step steps next first last end filled exchange sub_group value "
    "values sum sums sum_#_# sum_# product updated finished result s_# s_#_# p_# registers "
    "scales scale_# scales_# scale_of_a_# scale_of_b_# quants blocks block least zeros used tile "
    "tiles stride element elements group groups loads map mapped start along inside wide whole "
    "wholes full further ended x y i j stage copied aligned copiers full_of ring turn band in_band "
    "height width taken first_tile whole_tiles pair limit more made given room bits byte words "
    "team in_turn early past is_first room_of_first begin_# last_#_first last_#_second ";

/* Writes the name with every number in it as "#". */
static void fold(const char *name, char folded[LONGEST + 3])
{
    size_t length = 0;
    folded[length++] = ' ';
    while (*name) {
        const size_t digits = strspn(name, "0123456789");
        folded[length++] = digits ? '#' : *name;
        name += digits ? digits : 1;
    }
    folded[length++] = ' ';
    folded[length] = '\0';
}

bool name_is_variable(const char *name)
{
    char folded[LONGEST + 3];
    if (strlen(name) > LONGEST)
        return false;
    fold(name, folded);
    return strstr(variables, folded) != NULL;
}
