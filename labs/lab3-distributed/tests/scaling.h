#pragma once
// Steps on 1, 2 and 4 ranks, and their times.
#include "labs/lab3-distributed/scaling_operations.h"
#include "labs/lab3-distributed/tests/ask.h"

namespace gridmark::lab3 {

/// A step on `world` ranks. Each rank has the same number of rows.
struct Scaled {
  std::vector<Scale> ops;
  RanksAnswer answer;

  /// The time of the slowest rank.
  double seconds() const {
    double begin = INFINITY, end = 0;
    for (const Scale& op : ops) {
      begin = std::min(begin, op.seen.values()[0].begin);
      end = std::max(end, op.seen.values()[0].end);
    }
    return end - begin;
  }
  /// The time of one rank's step without other ranks and without DistributedDataParallel.
  double alone() const {
    double longest = 0;
    for (const Scale& op : ops) longest = std::max(longest, op.seen.values()[0].alone);
    return longest;
  }
};

inline std::size_t parameters_of(const Scale& op) {
  const auto width = static_cast<std::size_t>(op.width);
  return static_cast<std::size_t>(op.blocks) * width * (width + 1 + 2 * static_cast<std::size_t>(op.norms));
}

constexpr int scaled_rows = 8;

inline Scaled scale(Scale like, int world) {
  like.seed = static_cast<std::uint64_t>(any_between(1, 1 << 20));
  Scaled all;
  all.ops = channel::for_ranks(world, [&](int) {
    Scale op = like;
    op.x = channel::In<float>(any_values(static_cast<std::size_t>(scaled_rows * op.width)));
    std::vector<int> labels;
    for (int row = 0; row < scaled_rows; ++row) labels.push_back(any_between(0, op.width - 1));
    op.labels = channel::In<int>(labels);
    op.local = channel::Out<float>(parameters_of(op));
    op.gradients = channel::Out<float>(parameters_of(op));
    return op;
  });
  all.answer = channel::ask_ranks(all.ops);
  return all;
}

/// A step that omits messages does not count.
inline testing::AssertionResult has_means(const Scaled& scaled) {
  if (!scaled.answer.verdict) return scaled.answer.verdict;
  return are_means(scaled.ops, 0, parameters_of(scaled.ops[0]), "the gradients", ": only right steps are timed");
}

}  // namespace gridmark::lab3
