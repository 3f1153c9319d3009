#pragma once
// Calls of flash_attention.cu, and what the answers must be.
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

/// In FP64. Rows are those of all matrices, one after the other.
struct AttentionRows {
  std::vector<std::size_t> rows;  ///< which, of batch * heads * queries
  std::vector<double> o;          ///< [rows,d]
  std::vector<double> lse;        ///< [rows]
  double greatest_score = 0;      ///< of them all, by its size
};
AttentionRows reference_rows(const AttentionInputs& inputs, std::vector<std::size_t> rows);
/// All of them, or a sample with the first and the last one.
std::vector<std::size_t> every_row(const AttentionShape& shape, std::size_t step = 1);

/// flash_attention_fwd on these values, not yet asked.
Flash flash_call(const AttentionInputs& inputs);

/// What an attention has answered, and how far from FP64 it is.
struct Answered {
  double error = 0;  ///< relative RMSE of o over the rows that were compared
  std::uint64_t peak_bytes = 0, global_bytes = 0;
  channel::Out<std::uint64_t> variables;  ///< bytes of the program's
  channel::Out<std::uint64_t> resident;   ///< bytes of the process at its peak
};

/// The lab's unfused attention on the same values; its answer is held against the reference, too.
std::optional<Answered> ask_unfused(const AttentionInputs& inputs, const AttentionRows& expected,
                                    Flavour flavour = Flavour::fast);

/// flash_attention_fwd, its error at most twice `error_of_unfused` and some roundings of a score: where there
/// are few rows, either error may be small by chance.
std::optional<Answered> ask_flash(const AttentionInputs& inputs, const AttentionRows& expected,
                                  double error_of_unfused, Flavour flavour = Flavour::fast);

/// Both, for all rows of one shape.
void expect_exact(const AttentionShape& shape, float logits = 1);

/// flash_attention_fwd for so many keys that no block's shared memory holds a row of scores: 227 KB are
/// 58,112 of them.
std::optional<Answered> ask_long_rows(const AttentionShape& shape);

}  // namespace gridmark::lab4
