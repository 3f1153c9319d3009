#pragma once
// Trainings with DistributedDataParallel, and checks over all ranks.
#include "labs/lab3-distributed/tests/ask.h"

namespace gridmark::lab3 {

struct Trained {
  std::vector<Train> ops;
  RanksAnswer answer;
  const Train& first() const { return ops[0]; }
};

inline std::size_t parameters_of(const Train& op) {
  const auto width = static_cast<std::size_t>(op.width);
  return static_cast<std::size_t>(op.layers) * (width * width + width) + (op.batch_norm ? 2 * width : 0);
}

/// Buckets as the contract fills them: starting with the last parameter, until the next one would not fit.
inline std::size_t expected_buckets(const Train& op) {
  const auto width = static_cast<std::size_t>(op.width);
  std::vector<std::size_t> sizes;
  for (int i = 0; i < op.layers; ++i) sizes.insert(sizes.end(), {width * width, width});
  if (op.batch_norm) sizes.insert(sizes.end(), {width, width});
  std::size_t buckets = 0, filled = 0;
  for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
    if (buckets == 0 || (filled + *size) * sizeof(float) > op.bucket_bytes) ++buckets, filled = 0;
    filled += *size;
  }
  return buckets;
}

/// Runs `like` on `world` ranks. Each rank has other weights and other rows.
inline Trained train(Train like, int world, router::Settings settings = {}) {
  const std::size_t parameters = parameters_of(like);
  const std::size_t values = parameters + (like.batch_norm ? 2 * static_cast<std::size_t>(like.width) : 0);
  const auto rows = static_cast<std::size_t>(like.steps * like.micro_steps * like.rows);
  const float bound = 1.5f / std::sqrt(static_cast<float>(like.width));
  Trained trained;
  trained.ops = channel::for_ranks(world, [&](int) {
    Train op = like;
    op.weights = channel::In<float>(any_values(values, -bound, bound));
    op.x = channel::In<float>(any_values(rows * static_cast<std::size_t>(like.width)));
    std::vector<int> labels;
    for (std::size_t i = 0; i < rows; ++i) labels.push_back(any_between(0, like.width - 1));
    op.labels = channel::In<int>(labels);
    op.started = channel::Out<float>(values);
    op.local = channel::Out<float>(parameters * static_cast<std::size_t>(like.steps));
    op.gradients = channel::Out<float>(parameters * static_cast<std::size_t>(like.steps));
    op.trained = channel::Out<float>(parameters);
    return op;
  });
  trained.answer = channel::ask_ranks(trained.ops, std::move(settings));
  return trained;
}

/// On all ranks, the gradients of every step are the mean of the ranks' local gradients.
inline testing::AssertionResult has_means(const Trained& trained) {
  if (!trained.answer.verdict) return trained.answer.verdict;
  const std::size_t size = parameters_of(trained.first());
  for (int step = 0; step < trained.first().steps; ++step) {
    const std::size_t at = static_cast<std::size_t>(step) * size;
    if (const auto means = are_means(trained.ops, at, size, fmt::format("the gradients of step {}", step)); !means)
      return means;
    for (const Train& op : trained.ops) {
      const auto bits = first_difference(op.gradients.values().subspan(at, size),
                                         trained.first().gradients.values().subspan(at, size));
      if (bits >= 0)
        return holds(op, false, fmt::format("gradient {} of step {} is not the same on ranks 0 and {}", bits, step, op.rank));
    }
  }
  return testing::AssertionSuccess();
}

}  // namespace gridmark::lab3
