// Blocks: their users, the number in use, and when one is copied.
#include <fmt/format.h>

#include <map>

#include "labs/lab6-serving/tests/engine_program.h"

namespace gridmark::lab6 {
namespace {

using Wanted = AllocatorCall::What;

/// Runs these calls on a BlockAllocator of `blocks`.
testing::AssertionResult ask_allocator(AllocatorCalls& op, int blocks, const std::vector<AllocatorCall>& calls) {
  op.blocks = blocks;
  op.calls = channel::In<AllocatorCall>(calls);
  op.returned = channel::Out<int>(calls.size());
  op.free_blocks = channel::Out<int>(calls.size());
  return channel::ask(op);
}

std::string words_of(const AllocatorCall& call) {
  const char* names[] = {"allocate()", "share({})", "free({})", "references({})"};
  return fmt::format(fmt::runtime(names[static_cast<std::size_t>(call.what)]), call.block);
}

std::string reply_text(int value) {
  return value == threw ? "std::logic_error" : value == threw_another ? "another exception" : std::to_string(value);
}

/// Checks an allocator's replies, for any choice of free blocks.
testing::AssertionResult counts_right(const AllocatorCalls& op) {
  std::map<int, int> used;
  for (std::size_t i = 0; i < op.calls.size(); ++i) {
    const AllocatorCall& call = op.calls.values()[i];
    const int got = op.returned.values()[i];
    const auto found = used.find(call.block);
    const bool exists = call.block >= 0 && call.block < op.blocks;
    int right = 0;
    if (call.what == Wanted::allocate) {
      const bool gives = static_cast<int>(used.size()) < op.blocks;
      right = gives && (got < 0 || got >= op.blocks || used.contains(got)) ? -2 : gives ? got : -1;
      if (right == got && gives) used[got] = 1;
    } else if (call.what == Wanted::references) {
      right = !exists ? threw : found == used.end() ? 0 : found->second;
    } else if (found == used.end()) {
      right = threw;
    } else if ((found->second += call.what == Wanted::share ? 1 : -1) == 0) {
      used.erase(found);
    }
    const std::string expected = right == -2 ? "a free block" : reply_text(right);
    if (got != right)
      return channel::holds(
          op, false,
          fmt::format("call {}, {}, gives {}, expected {}", i + 1, words_of(call), reply_text(got), expected));
    const int free = op.blocks - static_cast<int>(used.size());
    if (op.free_blocks.values()[i] != free)
      return channel::holds(op, false,
                            fmt::format("after call {}, {}, free_blocks() is {}, expected {}", i + 1, words_of(call),
                                        op.free_blocks.values()[i], free));
  }
  return testing::AssertionSuccess();
}

void expect_counts(int blocks, const std::vector<AllocatorCall>& calls) {
  AllocatorCalls op;
  ASSERT_TRUE(ask_allocator(op, blocks, calls));
  EXPECT_TRUE(counts_right(op));
}

TEST(Blocks, AreGivenUntilNoneIsFree) {
  expect_counts(3, {{Wanted::allocate},
                    {Wanted::allocate},
                    {Wanted::allocate},
                    {Wanted::allocate},
                    {Wanted::free, 1},
                    {Wanted::allocate},
                    {Wanted::allocate},
                    {Wanted::references, 1}});
  expect_counts(0, {{Wanted::allocate}, {Wanted::free, 0}});
}

TEST(Blocks, AreFreeWithTheirLastReference) {
  expect_counts(1, {{Wanted::allocate},
                    {Wanted::share, 0},
                    {Wanted::share, 0},
                    {Wanted::references, 0},
                    {Wanted::free, 0},
                    {Wanted::free, 0},
                    {Wanted::allocate},
                    {Wanted::references, 0},
                    {Wanted::free, 0},
                    {Wanted::references, 0},
                    {Wanted::allocate},
                    {Wanted::references, 0}});
}

// If a block could be freed twice, two sequences would receive it.
TEST(Blocks, RefuseWhatIsFreeOrDoesNotExist) {
  expect_counts(2, {{Wanted::allocate},
                    {Wanted::allocate},
                    {Wanted::free, 0},
                    {Wanted::free, 0},
                    {Wanted::share, 0},
                    {Wanted::references, 0},
                    {Wanted::free, 2},
                    {Wanted::free, -1},
                    {Wanted::share, 2},
                    {Wanted::share, -1},
                    {Wanted::references, 2},
                    {Wanted::references, -1},
                    {Wanted::allocate},
                    {Wanted::allocate}});
}

TEST(Blocks, AnyCalls) {
  const int blocks = any_between(2, 6);
  std::vector<AllocatorCall> calls;
  for (int i = 0; i < 200; ++i) calls.push_back({static_cast<Wanted>(any_between(0, 3)), any_between(0, blocks - 1)});
  for (int block = 0; block < blocks; ++block) calls.push_back({Wanted::references, block});
  expect_counts(blocks, calls);
}

TEST(Blocks, ThatFit) {
  // 16 tokens of 64 floats in 2 layers, k and v: 16,384 bytes.
  const std::vector<PoolOf> pools{
      {.total = 1 << 20, .weights = 0, .working = 0, .share = 1, .width = 64, .layers = 2, .block = 16},
      {.total = 1 << 20, .weights = 16384, .working = 1, .share = 1, .width = 64, .layers = 2, .block = 16},
      {.total = 1'000'000, .weights = 100'000, .working = 300'000, .share = 0.8, .width = 64, .layers = 2, .block = 16},
      {.total = 1'000'000, .weights = 500'000, .working = 300'001, .share = 0.8, .width = 64, .layers = 2, .block = 16},
      {.total = 80'000'000'000,
       .weights = 3'000'000'000,
       .working = 1'000'000'000,
       .share = 0.9,
       .width = 4096,
       .layers = 32,
       .block = 8}};
  const std::vector<int> right{64, 62, 24, 0, 8106};
  BlocksThatFit op;
  op.pools = channel::In<PoolOf>(pools);
  op.blocks = channel::Out<int>(pools.size());
  ASSERT_TRUE(channel::ask(op));
  for (std::size_t i = 0; i < pools.size(); ++i)
    EXPECT_TRUE(channel::holds(
        op, op.blocks.values()[i] == right[i],
        fmt::format("({} * {} - {} - {}) bytes give {} blocks of {} tokens, width {}, {} layers, expected {}",
                    pools[i].share, pools[i].total, pools[i].weights, pools[i].working, op.blocks.values()[i],
                    pools[i].block, pools[i].width, pools[i].layers, right[i])));
}

constexpr auto blocks_alone = EngineProgram::Compared::blocks;

TEST(Blocks, InUseAreThoseOfTheTokens) {
  const AnyModel model(small_shape);
  EngineProgram program(model);
  program.begin({.blocks = 40, .block = 4, .most_sequences = 8});
  for (const int prompt : {1, 3, 4, 5, 12}) program.submit(model.request(prompt, 13));
  EXPECT_TRUE(follows_to_the_end(program, blocks_alone));
}

// Blocks of ended requests are used again, with the old content.
TEST(Blocks, AreUsedAgain) {
  const AnyModel model(small_shape);
  EngineProgram program(model);
  program.begin({.blocks = 12, .block = 4, .most_sequences = 2});
  for (int i = 0; i < 3; ++i) {
    program.submit(model.request(any_between(1, 9), any_between(6, 14)));
    program.submit(model.request(any_between(1, 9), any_between(6, 14)));
    program.run();
    program.take_all();
  }
  EXPECT_TRUE(follows(program, blocks_alone));
}

TEST(Blocks, AreSharedAndCopied) {
  const AnyModel model(small_shape);
  for (const int prompt : {6, 8, 1}) {  // the last block is half full, full, or the only one
    EngineProgram program(model);
    program.begin({.blocks = 40, .block = 4, .most_sequences = 8});
    program.submit(model.request(prompt, 14, 4, 1.0f));
    program.submit(model.request(prompt + 1, 14, 2, 0.8f, 5));
    EXPECT_TRUE(follows_to_the_end(program, blocks_alone));
  }
}

// Sixteen tokens per block, like a server. The sequences have more than two blocks.
TEST(Blocks, OfSixteenTokens) {
  const AnyModel model(small_shape);
  EngineProgram program(model);
  program.begin({.blocks = 24, .block = 16, .most_sequences = 6});
  program.submit(model.request(5, 40, 3, 1.0f));
  program.submit(model.request(16, 30));
  program.submit(model.request(17, 20, 2, 1.0f, 4));
  EXPECT_TRUE(follows_to_the_end(program, blocks_alone));
}

TEST(Blocks, AreFreedByCancel) {
  const AnyModel model(small_shape);
  EngineProgram program(model);
  program.begin({.blocks = 20, .block = 4, .most_sequences = 4});
  program.submit(model.request(6, 12, 2, 1.0f));
  program.submit(model.request(3, 12));
  program.step();
  program.cancel(1);  // while the answers share the blocks of their prompt
  program.submit(model.request(6, 12, 2, 1.0f));
  program.step();
  program.step();
  program.step();
  program.cancel(3);  // while they have copies
  EXPECT_TRUE(follows_to_the_end(program, blocks_alone));
}

// A cache for the longest sequence would take 16 MB.
TEST(Blocks, AreAllTheMemoryOfKeysAndValues) {
  const ReferenceShape shape{.tokens = 24, .width = 64, .heads = 4, .layers = 2, .length = 2048};
  const AnyModel model(shape);
  EngineProgram program(model);
  program.begin({.blocks = 16, .block = 16, .most_sequences = 8});
  for (int i = 0; i < 3; ++i) program.submit(model.request(10, 8));
  program.run();
  program.take_all();
  EngineCalls op = program.operation();
  ASSERT_TRUE(channel::ask(op));
  const std::uint64_t peak = channel::last_reply().meters.peak_bytes;
  EXPECT_TRUE(program.check(op, blocks_alone));
  const std::uint64_t weights = sizeof(float) * model.values.size(), pool = sizeof(float) * 2 * 16 * 16 * 64 * 2;
  const std::uint64_t most = weights + pool + (1 << 20);
  EXPECT_TRUE(channel::holds(
      op, peak <= most,
      fmt::format("with a pool of {} blocks it takes {} bytes of the device, expected {} at most: the weights "
                  "are {}, the pool is {}, and 1 MiB is for all else in a step. Keys and values lie in the "
                  "pool alone",
                  16, peak, most, weights, pool)));
}

}  // namespace
}  // namespace gridmark::lab6
