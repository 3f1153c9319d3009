#pragma once
// Operations that the checker of lab 6 can run in paged_kv.cu.
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"
#include "labkit/channel/circumstance.h"

namespace gridmark::lab6 {

/// paged_attention with arrays of exactly these sizes.
struct PagedAttention {
  static constexpr std::string_view name = "paged_attention";
  int sequences = 1, heads = 1, d = 1, block = 1, table_stride = 1;
  channel::In<float> q, k_blocks, v_blocks;
  channel::In<int> block_table, lengths;
  channel::Out<float> out;
  channel::Circumstance circumstance = channel::Circumstance::usual;
  auto fields() {
    return std::tie(sequences, heads, d, block, table_stride, q, k_blocks, v_blocks, block_table, lengths, out,
                    circumstance);
  }
  std::string subject() const { return "paged_attention"; }
  std::string describe() const {
    return "paged_attention(sequences=" + std::to_string(sequences) + ", heads=" + std::to_string(heads) +
           ", d=" + std::to_string(d) + ", block=" + std::to_string(block) + ")";
  }
};

/// paged_attention with invalid sizes and empty arrays, which it must refuse.
struct PagedRefusals {
  static constexpr std::string_view name = "paged_refusals";
  channel::In<int> sizes;   ///< [n,5]: sequences, heads, d, block, table_stride
  channel::Out<int> codes;  ///< [n]: the returned error
  auto fields() { return std::tie(sizes, codes); }
  std::string subject() const { return "paged_attention"; }
  std::string describe() const { return "paged_attention"; }
};

/// Replaces the returned value of a call that threw.
inline constexpr int threw = -100;  ///< the error that the contract names
inline constexpr int threw_another = -101;

struct AllocatorCall {
  enum class What : int { allocate, share, free, references };
  What what = What::allocate;
  int block = 0;
};

/// The calls of a BlockAllocator.
struct AllocatorCalls {
  static constexpr std::string_view name = "allocator_calls";
  int blocks = 0;
  channel::In<AllocatorCall> calls;
  channel::Out<int> returned;     ///< [calls]: 0 if a call returns nothing
  channel::Out<int> free_blocks;  ///< [calls]: free blocks after each call
  auto fields() { return std::tie(blocks, calls, returned, free_blocks); }
  std::string subject() const { return "BlockAllocator"; }
  std::string describe() const { return "BlockAllocator(" + std::to_string(blocks) + ")"; }
};

/// Arguments of blocks_that_fit().
struct PoolOf {
  std::uint64_t total, weights, working;
  double share;
  std::int64_t width, layers;
  int block;
};
struct BlocksThatFit {
  static constexpr std::string_view name = "blocks_that_fit";
  channel::In<PoolOf> pools;
  channel::Out<int> blocks;
  auto fields() { return std::tie(pools, blocks); }
  std::string subject() const { return "blocks_that_fit"; }
  std::string describe() const { return "blocks_that_fit"; }
};

/// One call of an engine.
struct EngineCall {
  enum class What : int { begin, submit, cancel, step, take };
  What what = What::step;
  std::int64_t request = 0;                                ///< cancel, take
  int blocks = 0, block = 0, most_sequences = 0;           ///< begin: ends the engine and makes a new one
  int prompt_at = 0, prompt = 0, tokens = 0, answers = 0;  ///< submit: the prompt is in `prompts`
  float temperature = 0;
  int top_k = 0;
  std::uint64_t seed = 0;
};

/// The engine's returned value, and its stats after the call.
struct EngineReply {
  std::int64_t returned;  ///< submit: number; step: 0 or 1; take: outputs; begin, submit: `threw`
  int waiting, running, free_blocks;
  std::int64_t preemptions, copied_blocks;
};

/// One output of a take().
struct TakenOutput {
  std::int64_t call, tokens, done;
};

/// The calls of several engines, with weights of one shape.
struct EngineCalls {
  static constexpr std::string_view name = "engine_calls";
  int tokens = 0, width = 0, heads = 0, layers = 0, length = 0;  ///< of the shape
  channel::In<float> values;
  channel::In<std::int32_t> prompts;
  channel::In<EngineCall> calls;
  channel::Out<EngineReply> replies;     ///< [calls]
  channel::Out<TakenOutput> outputs;     ///< as many as fit, in order
  channel::Out<std::int32_t> taken;      ///< their tokens, as many as fit
  channel::Out<std::int64_t> counts{3};  ///< of outputs, of their tokens, and of different refusal messages
  auto fields() {
    return std::tie(tokens, width, heads, layers, length, values, prompts, calls, replies, outputs, taken, counts);
  }
  std::string subject() const { return "Engine"; }
  std::string describe() const { return "Engine"; }
};

}  // namespace gridmark::lab6
