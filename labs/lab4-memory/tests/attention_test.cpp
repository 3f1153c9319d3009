// Tests of flash_attention.cu that the handout announces.
#include "labkit/channel/contracts.h"
#include "labs/lab4-memory/tests/attention.h"

namespace gridmark::lab4 {
namespace {

// Eight of them, because the logarithm of one sum may by chance be exact in half precision.
TEST(FlashExact, OneQueryOneKey) { expect_exact({.batch = 2, .heads = 4, .d = 4}); }
TEST(FlashExact, OneLessThanATile) { expect_exact({.queries = 63, .keys = 63, .d = 32}); }
TEST(FlashExact, OneMoreThanATile) { expect_exact({.heads = 2, .queries = 65, .keys = 65, .d = 32}); }
TEST(FlashExact, MoreKeysThanQueries) { expect_exact({.queries = 20, .keys = 150, .d = 16}); }
TEST(FlashExact, MoreQueriesThanKeys) { expect_exact({.batch = 2, .queries = 130, .keys = 31, .d = 8}); }
TEST(FlashExact, Causal) { expect_exact({.heads = 3, .queries = 100, .keys = 100, .d = 64, .causal = true}); }
// A cache of earlier keys: the first of five queries sees 76 keys.
TEST(FlashExact, CausalWithMoreKeys) { expect_exact({.queries = 5, .keys = 80, .d = 32, .causal = true}); }
// The first 40 queries do not see any key. Their rows are zeros, with a logarithm of -Inf.
TEST(FlashExact, QueriesThatSeeNothing) {
  expect_exact({.batch = 2, .queries = 100, .keys = 60, .d = 16, .causal = true});
}
TEST(FlashExact, LogitsTimesEight) { expect_exact({.heads = 2, .queries = 70, .keys = 200, .d = 64}, 8); }
// exp() overflows above 88 in FP32.
TEST(FlashExact, ScoresBeyondExp) { expect_exact({.queries = 70, .keys = 200, .d = 64}, 32); }

TEST(FlashExact, OnTheGivenStream) {
  const AttentionInputs inputs({.heads = 2, .queries = 20, .keys = 30, .d = 16});
  Flash op = flash_call(inputs);
  op.circumstance = channel::Circumstance::own_stream;
  ASSERT_TRUE(channel::ask(op, channel::stream_flavour()));
  EXPECT_TRUE(channel::keeps(op, channel::stray_work()));
}

TEST(FlashExact, ReturnsLaunchErrors) {
  const AttentionInputs inputs({.queries = 5, .keys = 6, .d = 7});
  EXPECT_TRUE(channel::tells_errors(flash_call(inputs)));
}

TEST(FlashExact, ARowBeyondSharedMemory) { ask_long_rows({.queries = 2, .keys = 80'000, .d = 3}); }

}  // namespace
}  // namespace gridmark::lab4
