#pragma once
// The place of a mistake, and the functions with which repairs read a source.
#include <optional>

#include "labkit/repairs/code.h"

namespace gridmark::repairs {

struct Scene {
  const Code& code;
  int line = 0;                              ///< 0 if unknown
  const Function* at_line = nullptr;         ///< the function around the line, usually a kernel
  const Function* called = nullptr;          ///< the function that the lab called
  std::string_view array = {}, length = {};  ///< from a remedy
};

/// A repair of one kind. It changes nothing if the source shows no place for it, or several.
using Repairer = Changes (*)(const Scene&);

/// NAME[row * stride + column]
struct Subscript {
  Index name = 0;
  Range row, stride, column;
};

/// The head of a `for`, between its semicolons.
struct LoopHead {
  Range begin, condition, step;
  Range body;  ///< from behind its parenthesis to the end of the statement or block
};

std::vector<LoopHead> loops_in(const Code& code, Range range);
/// A block with its brackets or a statement with its semicolon. A loop without braces ends with its
/// statement.
Range body_behind(const Code& code, Index first);
/// All places of a word.
std::vector<Index> all_of(const Code& code, Range range, std::string_view word);
/// The only place of the word, `none` if it is absent or occurs several times.
Index only_one(const Code& code, Range range, std::string_view word);
/// "sum" of running.sum
std::string_view last_name(const Code& code, Range operand);
/// Whether a line can be inserted in front of this one, because it starts a statement of a block.
bool starts_a_line(const Code& code, int line);
/// `name(` at the line, `none` if it is not called there or is called twice.
Index call_at(const Code& code, int line, std::string_view name);
/// The struct or class around the word with its brackets, empty if there is none.
Range struct_around(const Code& code, Index word);
/// Whether the value differs between threads: it contains threadIdx, or a variable made from it.
bool is_of_thread(const Code& code, Range body, Range value);
/// The names of pointers allocated in the range: `cudaMalloc(&a` or a loop over `{&a, &b}`.
std::vector<std::string_view> allocated_in(const Code& code, Range range);
/// The parameter with this name, empty if there is none.
Range parameter_named(const Code& code, const Function& function, std::string_view name);
bool is_pointer(const Code& code, Range parameter);
/// The function's last return, or the end of its body if it has none.
Index last_return(const Code& code, const Function& function);
bool returns_error(const Code& code, const Function& function);
/// The arguments of the function's cudaMemcpy calls in this direction.
std::vector<std::vector<Range>> copies(const Code& code, const Function& function,
                                       std::string_view direction);
/// All subscripts of this form in `range`.
std::vector<Subscript> subscripts_in(const Code& code, Range range);
/// The words of a line.
Range words_of_line(const Code& code, int line);
/// A launch <<<...>>>: its words, and the arguments between.
struct Launch {
  Index kernel = 0;
  Range words;
  std::vector<Range> settings;
};
std::vector<Launch> launches_in(const Code& code, Range range);
/// The function that launches: the one that the lab called, else the only one of the file, else nullptr.
const Function* host_of(const Scene& scene);
/// The arguments of `dim3 NAME(...)` or `{...}`.
std::vector<Range> dim3_arguments(const Code& code, Range body, std::string_view name);
std::optional<Launch> only_launch(const Scene& scene);
/// The function's name for the matrix or size that the handout calls `name`: a, b, c or m, n, k. Found by its
/// name, else by its place among three of its kind. "" if neither works.
std::string_view own_name(const Code& code, const Function& function, std::string_view name);
/// The place where `name = ...;` first sets the variable, or empty.
Range first_value(const Code& code, Range body, std::string_view name);

// Repairers, one for each repair, by topic.
Changes round_up_blocks(const Scene& scene);
Changes round_up_tiles(const Scene& scene);
Changes start_at_zero(const Scene& scene);
Changes end_one_later(const Scene& scene);
Changes end_one_earlier(const Scene& scene);
Changes widen_index(const Scene& scene);
Changes make_sum_float(const Scene& scene);
Changes keep_sum(const Scene& scene);
Changes set_sums(const Scene& scene);
Changes store_sum(const Scene& scene);
Changes transpose_sums(const Scene& scene);
Changes swap_tiles(const Scene& scene);
Changes empty_tiles(const Scene& scene);
Changes match_component(const Scene& scene);
Changes swap_grid(const Scene& scene);
Changes swap_grid_and_block(const Scene& scene);
Changes use_stream(const Scene& scene);
Changes use_single_precision(const Scene& scene);
Changes check_sizes(const Scene& scene);
Changes turn_copy(const Scene& scene);
Changes copy_bytes(const Scene& scene);
Changes copy_back(const Scene& scene);
Changes remove_call(const Scene& scene);
Changes free_memory(const Scene& scene);
Changes return_error(const Scene& scene);
Changes synchronise(const Scene& scene);
Changes wait_for_event(const Scene& scene);
Changes lift_barrier(const Scene& scene);
Changes set_row_length(const Scene& scene);
Changes transpose_index(const Scene& scene);
Changes add_tile_start(const Scene& scene);
Changes size_grid(const Scene& scene);
Changes check_bounds(const Scene& scene);
Changes remove_print(const Scene& scene);
Changes fit_block(const Scene& scene);
Changes ask_for_shared_memory(const Scene& scene);
Changes raise_shared_memory(const Scene& scene);
Changes cover_all(const Scene& scene);
Changes launch_each_step(const Scene& scene);
Changes advance_loop(const Scene& scene);
Changes swap_operands(const Scene& scene);
Changes match_row_length(const Scene& scene);
Changes destroy_events(const Scene& scene);
Changes free_other(const Scene& scene);
Changes load_elements(const Scene& scene);
Changes allocate_bytes(const Scene& scene);
Changes allocate_all(const Scene& scene);
Changes pass_device_memory(const Scene& scene);
Changes copy_elements(const Scene& scene);
Changes copy_vector(const Scene& scene);
Changes pitch_bytes(const Scene& scene);
Changes copy_rows(const Scene& scene);
Changes end_line(const Scene& scene);
Changes return_later(const Scene& scene);
Changes let_all_lanes_shuffle(const Scene& scene);
Changes own_variable(const Scene& scene);
Changes pad_rows(const Scene& scene);
Changes use_float(const Scene& scene);
Changes drop_rounding(const Scene& scene);
Changes keep_root(const Scene& scene);
Changes subtract_greatest(const Scene& scene);
Changes clear_masked_rows(const Scene& scene);
Changes clear_blind_rows(const Scene& scene);
Changes add_greatest(const Scene& scene);
Changes scale_scores(const Scene& scene);
Changes scale_sum(const Scene& scene);
Changes scale_output(const Scene& scene);
Changes skip_keys(const Scene& scene);
Changes see_own_key(const Scene& scene);
Changes count_from_last_key(const Scene& scene);
Changes combine_sums(const Scene& scene);
Changes reduce_from_half(const Scene& scene);
Changes find_all_infinite(const Scene& scene);
Changes take_root(const Scene& scene);
Changes use_one_length(const Scene& scene);
Changes shorten_only(const Scene& scene);
Changes add_decay(const Scene& scene);
Changes take_decay_out(const Scene& scene);
Changes swap_betas(const Scene& scene);
Changes take_epsilon_out(const Scene& scene);
Changes count_first(const Scene& scene);
Changes keep_master_digits(const Scene& scene);
Changes replay_numbers(const Scene& scene);
Changes replay_policy(const Scene& scene);
Changes start_peak_anew(const Scene& scene);
Changes remove_trial(const Scene& scene);
Changes remove_last_call(const Scene& scene);
Changes warm_up(const Scene& scene);
Changes swap_events(const Scene& scene);

}  // namespace gridmark::repairs
