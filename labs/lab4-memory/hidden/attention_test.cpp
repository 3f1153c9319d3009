// Shapes and values that the handout does not name.
#include "labs/lab4-memory/tests/attention.h"

namespace gridmark::lab4 {
namespace {

TEST(FlashExact, AnyShape) {
  for (int i = 0; i < 3; ++i)
    expect_exact({.batch = any_between(1, 2),
                  .heads = any_between(1, 3),
                  .queries = any_between(1, 140),
                  .keys = any_between(1, 140),
                  .d = any_between(1, 64)});
}
TEST(FlashExact, AnyCausalShape) {
  for (int i = 0; i < 3; ++i)
    expect_exact({.heads = any_between(1, 3),
                  .queries = any_between(2, 140),
                  .keys = any_between(2, 140),
                  .d = any_between(1, 64),
                  .causal = true});
}
TEST(FlashExact, OneKey) { expect_exact({.heads = 2, .queries = any_between(30, 70), .keys = 1, .d = 24}); }
TEST(FlashExact, SteepLogits) {
  expect_exact({.queries = any_between(40, 80), .keys = any_between(90, 170), .d = 48, .causal = true}, 12);
}
TEST(FlashExact, AnyRowBeyondSharedMemory) {
  ask_long_rows({.queries = any_between(1, 3), .keys = any_between(76'000, 84'000), .d = any_between(1, 4)});
}
TEST(FlashExact, SizesOutOfRange) {
  constexpr int invalid_value = 1;  // CUDA's number for cudaErrorInvalidValue
  const std::vector<int> sizes{1, 1, 4, 4, 65, 1, 1,  4, 0, 8, 1, 1, 0, 4, 8,
                               0, 1, 4, 4, 8,  1, -1, 4, 4, 8, 1, 1, 4, 4, 0};
  Refusals op;
  op.sizes = channel::In<int>(sizes);
  op.codes = channel::Out<int>(sizes.size() / 5);
  ASSERT_TRUE(channel::ask(op));
  for (std::size_t i = 0; i < op.codes.size(); ++i)
    EXPECT_TRUE(
        holds(op, op.codes.values()[i] == invalid_value,
              fmt::format("queries={}, keys={}, d={}: returns {}, expected cudaErrorInvalidValue (1)",
                          sizes[5 * i + 2], sizes[5 * i + 3], sizes[5 * i + 4], op.codes.values()[i])));
}

}  // namespace
}  // namespace gridmark::lab4
