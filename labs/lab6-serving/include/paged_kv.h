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

/// Counts the references to each of the blocks 0 ... blocks - 1.
///
/// errors  std::logic_error: free() or share() of a free block, and free(), share() or references() of a block that
///         does not exist. Then nothing has changed.
class BlockAllocator {
 public:
  /// blocks  at least 0
  explicit BlockAllocator(int blocks);
  ~BlockAllocator();

  /// returns  a block with one reference, or -1 if no block is free
  int allocate();
  /// Adds a reference.
  void share(int block);
  /// Removes a reference. After its last reference is removed, the block is free.
  void free(int block);
  /// The number of references, 0 for a free block.
  int references(int block) const;
  int free_blocks() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Attention of one query for each sequence, over keys and values in blocks.
///
/// q, out             [sequences,heads,d] FP32
/// k_blocks, v_blocks [blocks,block,heads,d] FP32
/// block_table        [sequences,table_stride]: entry i of a row is the block of the tokens i * block to
///                    i * block + block - 1. Entries after the last block of the sequence may have any value.
/// lengths            [sequences]: tokens of each sequence, including the token of the query. If it is 0, the row of
///                    `out` is 0.
/// out                softmax(q * transpose(k) / sqrt(d)) * v for each sequence and head
/// all                device pointers. sequences, heads, d, block, table_stride are at least 1, and d <= 128.
/// accuracy           relative RMSE against FP64 <= 1e-5, even if scores reach 10^4
/// errors             cudaErrorInvalidValue: a size is out of its range. Launch errors are returned unchanged.
/// source             Kwon et al., Efficient Memory Management for Large Language Model Serving with PagedAttention,
///                    SOSP 2023
cudaError_t paged_attention(const float* q, const float* k_blocks, const float* v_blocks, const int* block_table,
                            const int* lengths, float* out, int sequences, int heads, int d, int block, int table_stride,
                            cudaStream_t stream);

/// Chooses the next token from logits [shape.tokens], like choose_token() of inference.h. The tests of the engine use
/// a reference in its place, so a mistake in your choose_token() costs no points here.
using TokenChoice = std::function<std::int32_t(std::span<const float> logits, const Sampling&, double random)>;

struct EngineSettings {
  int blocks = 64;         ///< in the pool
  int block = 16;          ///< tokens in a block
  int most_sequences = 8;  ///< answers computed at the same time
  TokenChoice choose = choose_token;
};

/// The number of blocks that fit on a device: (share * total - weights - working) / bytes of a block, rounded down, and
/// 0 if that is negative. A block has the keys and values of `block` tokens in all layers, in FP32.
///
/// total, weights, working  bytes of the device, of the weights, and of everything else in a step at its peak
int blocks_that_fit(std::size_t total, double share, std::size_t weights, std::size_t working, const GptShape& shape,
                    int block);

/// Serves requests in steps. It uses no clock and no thread, so the same calls give the same answers.
///
/// A sequence is the prompt followed by the generated tokens. Its computed tokens have their keys and values in blocks,
/// but its newest token is not computed yet. A step has four parts:
///
///  1. Admit waiting requests in the order of their numbers. A request is admitted if running + its answers <=
///     most_sequences, and if enough blocks are free. Stop at the first request that cannot be admitted, so that no
///     request overtakes another. A request without generated tokens needs blocks for its prompt, which all its
///     answers share. A preempted request has generated tokens, so it needs blocks for the sequence of each answer, and
///     these answers share no block.
///  2. Find a slot (the place of one token in a block) for the newest token of every other running sequence, in the
///     order of requests and answers. If the last block of the sequence is full, it needs a new block. If the last
///     block is shared, it needs a copy of that block (copy-on-write). The last answer that uses a shared block writes
///     in place. If no block is free, preempt the running request with the greatest number. This can be the request of
///     this sequence, or one that was just admitted. All blocks of a preempted request are freed, its tokens stay, and
///     it waits again.
///  3. Compute the complete sequence of each admitted request, and the newest token of each other sequence. Each
///     running answer gets one token: settings.choose(logits, sampling, random_number(seed, answer, index)). All
///     sequences that were not just admitted go through the model in one pass.
///  4. End the answers that have all their tokens, and free their blocks.
///
/// answers  are the same as with a CachedGpt for this request alone, whatever other requests and preemptions there are
/// blocks   The number in use is the sum of ceil(computed tokens / block) over the running answers. A shared block
///          counts once.
class Engine : public TokenEngine {
 public:
  /// weights  on a device, f32
  /// errors   std::invalid_argument: a setting is below 1
  Engine(const GptWeights& weights, const EngineSettings& settings);
  ~Engine() override;

  /// returns  the number of the request: 1, 2, ... A refused request uses no number.
  /// errors   std::invalid_argument: the request breaks a rule of Request, or it could never be served. It could never
  ///          be served if it has more answers than most_sequences, or if answers * ceil((prompt + tokens - 1) / block)
  ///          is more than the blocks of the pool. The message must name the reason.
  std::int64_t submit(const Request& request) override;
  /// Ends a waiting or running request, and frees its blocks at once. Its tokens can then no longer be taken. Does
  /// nothing if the number is unknown or the request has ended.
  void cancel(std::int64_t request) override;
  /// Makes one step, as described above.
  /// returns  whether a request is waiting or running afterwards
  bool step() override;
  /// The tokens of each answer that are new since the last take(). When all tokens of all answers have been taken, the
  /// request is forgotten.
  ///
  /// returns  `answers` outputs, or none if the number is unknown, cancelled or forgotten
  std::vector<Output> take(std::int64_t request) override;
  EngineStats stats() const override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};
