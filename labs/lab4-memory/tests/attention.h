#pragma once
// Calls of flash_attention.cu, and their correct answers.
#include <optional>

#include "labs/lab4-memory/tests/ask.h"

namespace gridmark::lab4 {

/// The values of an attention. q is scaled by `logits`: with 8, scores are eight times as far apart.
struct AttentionInputs {
  explicit AttentionInputs(const AttentionShape& shape, float logits = 1);

  AttentionShape shape;
  bool one_block_at_a_time = false;
  std::vector<float> q, k, v;
};

/// The reference in FP64. The rows of all matrices are numbered consecutively.
struct AttentionRows {
  std::vector<std::size_t> rows;  ///< row numbers, below batch * heads * queries
  std::vector<double> o;          ///< [rows,d]
  std::vector<double> lse;        ///< [rows]
  double greatest_score = 0;      ///< largest absolute score of all rows
};
AttentionRows reference_rows(const AttentionInputs& inputs, std::vector<std::size_t> rows);
/// All rows, or a sample that includes the first and the last one.
std::vector<std::size_t> every_row(const AttentionShape& shape, std::size_t step = 1);

/// A call of flash_attention_fwd on these values, before it runs.
Flash flash_call(const AttentionInputs& inputs);

/// The answer of an attention, and its difference from FP64.
struct Answered {
  double error = 0;  ///< relative RMSE of o over the rows that were compared
  std::uint64_t peak_bytes = 0, global_bytes = 0;
  channel::Out<std::uint64_t> variables;  ///< bytes of the program's variables
  channel::Out<std::uint64_t> resident;   ///< bytes of the process at its peak
};

/// Runs the lab's unfused attention on the same values. Its answer is compared with the reference, too.
std::optional<Answered> ask_unfused(const AttentionInputs& inputs, const AttentionRows& expected,
                                    Flavour flavour = Flavour::fast);

/// Runs flash_attention_fwd. Its error may be twice `error_of_unfused` plus some roundings of a score. With
/// few rows, either error may be small by chance.
std::optional<Answered> ask_flash(const AttentionInputs& inputs, const AttentionRows& expected,
                                  double error_of_unfused, Flavour flavour = Flavour::fast);

/// Runs both, and compares all rows of one shape.
void expect_exact(const AttentionShape& shape, float logits = 1);

/// Runs flash_attention_fwd with so many keys that a row of scores does not fit into a block's shared memory
/// (227 KB hold 58,112).
std::optional<Answered> ask_long_rows(const AttentionShape& shape);

}  // namespace gridmark::lab4
