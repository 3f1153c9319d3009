#pragma once
// Where a mistake was seen, and what all repairs ask of a source.
#include <optional>

#include "labkit/repairs/code.h"

namespace gridmark::repairs {

struct Scene {
  const Code& code;
  int line = 0;                              ///< 0: unknown
  const Function* at_line = nullptr;         ///< the function around it, a kernel as a rule
  const Function* called = nullptr;          ///< the one that the lab has called
  std::string_view array = {}, length = {};  ///< of a remedy
};

/// A repair of one kind. No change where the source shows no place for it, or several.
using Repairer = Changes (*)(const Scene&);

/// NAME[row * stride + column]
struct Subscript {
  Index name = 0;
  Range row, stride, column;
};

/// The head of a `for`, between its semicolons.
struct LoopHead {
  Range begin, condition, step;
  Range body;  ///< behind its parenthesis, up to the end of the statement or block
};

std::vector<LoopHead> loops_in(const Code& code, Range range);
/// All of `range` of this form.
std::vector<Subscript> subscripts_in(const Code& code, Range range);
/// The words of a line.
Range words_of_line(const Code& code, int line);
/// The launches <<<...>>>: their words, and the arguments between.
struct Launch {
  Index kernel = 0;
  Range words;
  std::vector<Range> settings;
};
std::vector<Launch> launches_in(const Code& code, Range range);
/// The function that launches: the one that the lab has called, else the only one of the file; nullptr: none.
const Function* host_of(const Scene& scene);
/// The arguments of `dim3 NAME(...)` or `{...}`.
std::vector<Range> dim3_arguments(const Code& code, Range body, std::string_view name);
std::optional<Launch> only_launch(const Scene& scene);
/// What the function calls the matrix or the size that the handout calls `name`: a, b, c or m, n, k. By its
/// name, else by its place among three of its kind; "" where it is neither.
std::string_view own_name(const Code& code, const Function& function, std::string_view name);
/// Where `name = ...;` gives the variable its first value; empty: nowhere.
Range first_value(const Code& code, Range body, std::string_view name);

// One a repair, by topic.
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

}  // namespace gridmark::repairs
