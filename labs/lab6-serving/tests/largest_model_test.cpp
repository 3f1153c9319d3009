// largest_model, compared with models that are tried under the limit.
#include "labs/lab6-serving/tests/inference.h"

namespace gridmark::lab6 {
namespace {

const char* in_words(Fit fit) {
  if (fit == Fit::fits) return "fits";
  return fit == Fit::out_of_memory ? "ends in OutOfMemory" : "ends in another error than OutOfMemory";
}

/// Checks that a model of this many blocks fits, or does not, as `expected`.
testing::AssertionResult becomes(const LargestModel& op, std::int64_t layers, Fit expected) {
  ServeWithin serving{op.bytes, op.precision, op.vocabulary, op.width, op.heads, static_cast<int>(layers), op.length, op.prompt};
  if (auto asked = channel::ask(serving); !asked) return asked;
  const Fit fit = serving.fit.values()[0];
  return holds(op, fit == expected,
               fmt::format("is {} blocks, and a model of {} {}, expected that it {}: weights, keys and values of all positions, "
                           "and the rest of a pass over the prompt must fit",
                           op.layers.values()[0], layers, in_words(fit), in_words(expected)));
}

/// The answer must fit, and five percent more blocks must not.
///
/// least  a number of blocks that always fits, for any need of a pass
testing::AssertionResult is_largest(LargestModel op, std::int64_t least = 0) {
  if (auto asked = channel::ask(op); !asked) return asked;
  const std::int64_t layers = op.layers.values()[0], more = layers + std::max<std::int64_t>(1, layers / 20);
  const auto most = static_cast<std::int64_t>(op.bytes) / (12 * op.width * op.width);  // one byte per weight
  if (layers < 0 || layers > most)
    return holds(op, false, fmt::format("is {} blocks, and {} is more than fit with a byte for each weight", layers, most));
  if (layers < least)
    return holds(op, false, fmt::format("is {} blocks, and {} with their keys and values take half of the bytes", layers, least));
  if (op.kept.values()[0] != 0)
    return holds(op, false, fmt::format("keeps {} bytes of the device: release the tensors, then call empty_cache()",
                                        op.kept.values()[0]));
  if (layers > 0)
    if (auto right = becomes(op, layers, Fit::fits); !right) return right;
  return becomes(op, more, Fit::out_of_memory);
}

/// Bytes of a block: weights, and keys and values of all positions.
std::uint64_t bytes_of_a_block(const LargestModel& op) {
  const auto width = static_cast<std::uint64_t>(op.width), size = std::uint64_t{op.precision == Precision::f16 ? 2u : 4u};
  return size * (12 * width * width + 13 * width + 2 * static_cast<std::uint64_t>(op.length) * width);
}

/// Uses more than 100 blocks. Five percent of them are more than any allocator wastes for the rest of a pass.
testing::AssertionResult finds_the_largest(LargestModel op) {
  const int blocks = any_between(110, 120);
  op.bytes = bytes_of_a_block(op) * static_cast<std::uint64_t>(blocks) + static_cast<std::uint64_t>(any_between(0, 1 << 17));
  return is_largest(op, blocks / 2);
}

TEST(LargestModel, WithAShortPrompt) {
  ASSERT_TRUE(finds_the_largest({.vocabulary = 100, .width = 64, .heads = 4, .length = 16, .prompt = 8}));
}

TEST(LargestModel, WithALongPrompt) {
  ASSERT_TRUE(finds_the_largest({.vocabulary = 256, .width = 64, .heads = 8, .length = 72, .prompt = 70}));
}

TEST(LargestModel, WithManyPositions) {
  ASSERT_TRUE(finds_the_largest({.vocabulary = 64, .width = 64, .heads = 2, .length = 128, .prompt = 122}));
}

TEST(LargestModel, InHalfPrecision) {
  ASSERT_TRUE(finds_the_largest({.precision = Precision::f16, .vocabulary = 100, .width = 96, .heads = 4, .length = 32, .prompt = 24}));
}

TEST(LargestModel, NoneFits) {
  ASSERT_TRUE(is_largest({.bytes = 40'000, .vocabulary = 256, .width = 64, .heads = 4, .length = 64, .prompt = 8}));
}

}  // namespace
}  // namespace gridmark::lab6
