#pragma once
// Keys and values in blocks, and an engine that serves many requests at once. You implement this in paged_kv.cu.
#include <cuda_runtime.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine.h"
#include "gpt.h"
#include "inference.h"

/// Counts who uses which of the blocks 0 ... blocks - 1.
///
/// errors  std::logic_error: free() or share() of a block that is free, and free(), share() or references() of one that
///         does not exist. Nothing has changed then.
class BlockAllocator {
 public:
  /// blocks  0 at least
  explicit BlockAllocator(int blocks);
  ~BlockAllocator();

  /// returns  a block with one reference; -1: none is free
  int allocate();
  /// One reference more.
  void share(int block);
  /// One reference less. With the last one the block is free.
  void free(int block);
  /// Of a free block 0.
  int references(int block) const;
  int free_blocks() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Attention of one query for each sequence over keys and values that lie in blocks.
///
/// q, out             [sequences,heads,d] FP32
/// k_blocks, v_blocks [blocks,block,heads,d] FP32
/// block_table        [sequences,table_stride]: entry i of a row is the block of the tokens i * block to
///                    i * block + block - 1. Entries behind the sequence's last block may be anything.
/// lengths            [sequences]: tokens of each sequence, its query's own key included. 0: the row of `out` is 0.
/// out                softmax(q * transpose(k) / sqrt(d)) * v for each sequence and head
/// all                device pointers; sequences, heads, d, block, table_stride 1 at least, d <= 128
/// accuracy           relative RMSE against FP64 <= 1e-5, also where scores reach 10^4
/// errors             cudaErrorInvalidValue: a size out of its range; launch errors come back unchanged
/// source             Kwon et al., Efficient Memory Management for Large Language Model Serving with PagedAttention,
///                    SOSP 2023
cudaError_t paged_attention(const float* q, const float* k_blocks, const float* v_blocks, const int* block_table,
                            const int* lengths, float* out, int sequences, int heads, int d, int block, int table_stride,
                            cudaStream_t stream);

/// The next token from logits [shape.tokens]. As choose_token() of inference.h, which gridmark's tests replace: your
/// engine does not lose points for it.
using TokenChoice = std::function<std::int32_t(std::span<const float> logits, const Sampling&, double random)>;

struct EngineSettings {
  int blocks = 64;         ///< of the pool
  int block = 16;          ///< tokens in a block
  int most_sequences = 8;  ///< answers that are computed at once
  TokenChoice choose = choose_token;
};

/// The blocks that a device has room for: (share * total - weights - working) / bytes of a block, cut to a whole number;
/// 0 where that is below. A block has the keys and values of `block` tokens in all layers, in FP32.
///
/// total, weights, working  bytes: of the device, of the weights, and the peak of everything else in a step
int blocks_that_fit(std::size_t total, double share, std::size_t weights, std::size_t working, const GptShape& shape,
                    int block);

/// Serves requests in steps. There is no clock in it and no thread: the same calls give the same answers.
///
/// A sequence is the prompt and the generated tokens. Those of its tokens that were computed have their keys and values in
/// blocks; the newest one has not. A step:
///
///  1. admits waiting requests in the order of their numbers, while running + its answers <= most_sequences and the
///     blocks for its sequences are free. The first that cannot be admitted ends this: none overtakes it. A request
///     without a token needs blocks for its prompt, which its answers share. One that has tokens, since it was
///     preempted, needs blocks for the sequence of each answer, shared with none.
///  2. finds a slot for the newest token of every other running sequence, in the order of requests and answers. It needs
///     a block where its last one is full, or is shared: then it gets a copy of that one (copy-on-write; the last of
///     those that share it writes in place). Where no block is free, the running request with the greatest number is
///     preempted, be it that of this sequence or one of those just admitted: all its blocks are freed, its tokens stay,
///     and it waits again.
///  3. computes: for those admitted, the whole sequence; for the others the newest token. Each running answer gets
///     one token: settings.choose(logits, sampling, random_number(seed, answer, index)). All that are not just
///     admitted go through the model in one pass.
///  4. ends the answers that have their tokens, and frees their blocks.
///
/// answers  those of CachedGpt for the request alone, whatever other requests and preemptions there are
/// blocks   in use: the sum of ceil(computed tokens / block) over the running answers, shared ones once
class Engine : public TokenEngine {
 public:
  /// weights  on a device, f32
  /// errors   std::invalid_argument: a setting below 1
  Engine(const GptWeights& weights, const EngineSettings& settings);
  ~Engine() override;

  /// returns  the number of the request: 1, 2, ... A request that is refused takes none.
  /// errors   std::invalid_argument: it breaks a rule of Request, or could never be served: more answers than
  ///          most_sequences, or answers * ceil((prompt + tokens - 1) / block) blocks are more than the pool has. The
  ///          message says which.
  std::int64_t submit(const Request& request) override;
  /// Ends a request wherever it is, and frees its blocks at once. Nothing more can be taken. A number that is unknown or
  /// has ended is left alone.
  void cancel(std::int64_t request) override;
  /// One step, as above.
  /// returns  whether a request waits or runs afterwards
  bool step() override;
  /// The new tokens of each answer of a request since it was last taken. A request whose answers were all taken to their ends
  /// is forgotten.
  ///
  /// returns  `answers` outputs; none for a number that is unknown, cancelled or forgotten
  std::vector<Output> take(std::int64_t request) override;
  EngineStats stats() const override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};
