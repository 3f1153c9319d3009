// largest_model, held against models that are tried under the limit.
#include "labs/lab6-serving/tests/inference.h"

namespace gridmark::lab6 {
namespace {

const char* in_words(Fit fit) {
  switch (fit) {
    case Fit::fits: return "fits";
    case Fit::out_of_memory: return "ends in OutOfMemory";
    case Fit::other_error: return "ends in another error than OutOfMemory";
    default: return "has no meaning";
  }
}

testing::AssertionResult is_largest(LargestModel op) {
  if (auto asked = channel::ask(op); !asked) return asked;
  const std::int64_t layers = op.layers.values()[0];
  const Fit fits = op.fits.values()[0], larger = op.fits.values()[1];
  if (layers == 0 ? fits != Fit::not_tried : fits != Fit::fits)
    return holds(op, false, fmt::format("is {} blocks, and a model of so many {}: weights, keys and values of all positions, "
                                        "and the rest of a pass over the prompt must fit", layers, in_words(fits)));
  if (larger != Fit::out_of_memory)
    return holds(op, false, fmt::format("is {} blocks, and one of {} {}, expected OutOfMemory", layers, too_many(layers),
                                        in_words(larger)));
  return holds(op, op.kept.values()[0] <= 0,
               fmt::format("keeps {} bytes of the device: release the tensors, then call empty_cache()", op.kept.values()[0]));
}

/// Bytes of a block: weights, and keys and values of all positions.
std::uint64_t bytes_of_a_block(const LargestModel& op) {
  const auto width = static_cast<std::uint64_t>(op.width), size = std::uint64_t{op.precision == Precision::f16 ? 2u : 4u};
  return size * (12 * width * width + 13 * width + 2 * static_cast<std::uint64_t>(op.length) * width);
}

/// More than 100 blocks: one in twenty is five, and no allocator wastes as much on the rest of a pass.
testing::AssertionResult finds_the_largest(LargestModel op) {
  op.bytes = bytes_of_a_block(op) * static_cast<std::uint64_t>(any_between(110, 120)) +
             static_cast<std::uint64_t>(any_between(0, 1 << 17));
  return is_largest(op);
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
