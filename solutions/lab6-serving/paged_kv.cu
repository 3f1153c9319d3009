// Lab 6: keys and values in blocks, and an engine for many requests.
// Read paged_kv.h first. It holds the contract.
#include "paged_kv.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "labkit/tensor/device.h"
#include "labkit/tensor/stream.h"

using namespace gridmark::tensor;

// ----------------------------------------------------------------------------------------------------
// 1. The allocator of blocks.

// BEGIN SOLUTION block_allocator
//: // TODO: keep a reference count for each block, and a list of the free blocks.
//: struct BlockAllocator::State {};
//: BlockAllocator::BlockAllocator(int) {}
//: BlockAllocator::~BlockAllocator() = default;
//: int BlockAllocator::allocate() { return -1; }
//: void BlockAllocator::share(int) {}
//: void BlockAllocator::free(int) {}
//: int BlockAllocator::references(int) const { return 0; }
//: int BlockAllocator::free_blocks() const { return 0; }
struct BlockAllocator::State {
  std::vector<int> references;  // of each block
  std::vector<int> free;        // allocate() takes the last one

  int& count_of(int block) {
    if (block < 0 || block >= static_cast<int>(references.size()))
      throw std::logic_error("there is no block " + std::to_string(block));
    return references[static_cast<std::size_t>(block)];
  }
  int& used(int block) {
    if (count_of(block) == 0) throw std::logic_error("block " + std::to_string(block) + " is free");
    return count_of(block);
  }
};

BlockAllocator::BlockAllocator(int blocks) : state_(std::make_unique<State>()) {
  state_->references.resize(static_cast<std::size_t>(blocks));
  for (int block = blocks - 1; block >= 0; --block) state_->free.push_back(block);
}
BlockAllocator::~BlockAllocator() = default;

int BlockAllocator::allocate() {
  if (state_->free.empty()) return -1;
  const int block = state_->free.back();
  state_->free.pop_back();
  state_->references[static_cast<std::size_t>(block)] = 1;
  return block;
}

void BlockAllocator::share(int block) { ++state_->used(block); }

void BlockAllocator::free(int block) {
  if (--state_->used(block) == 0) state_->free.push_back(block);
}

int BlockAllocator::references(int block) const { return state_->count_of(block); }
int BlockAllocator::free_blocks() const { return static_cast<int>(state_->free.size()); }
// END SOLUTION block_allocator

// ----------------------------------------------------------------------------------------------------
// 2. Attention over keys and values in blocks.

// BEGIN SOLUTION paged_attention
//: // TODO: write a kernel with a block of threads for each sequence and head. Token t of the sequence is in block
//: // block_table[sequence][t / block], at index t % block.
//: cudaError_t paged_attention(const float*, const float*, const float*, const int*, const int*, float*, int, int, int,
//:                             int, int, cudaStream_t) {
//:   return cudaErrorNotSupported;
//: }
constexpr int lanes = 32, most_d = 128;

struct PagedSizes {
  int heads, d, block, table_stride;
};

static __device__ float greatest_of_warp(float value) {
  for (int step = lanes / 2; step > 0; step /= 2) value = fmaxf(value, __shfl_xor_sync(~0u, value, step));
  return value;
}

static __device__ float sum_of_warp(float value) {
  for (int step = lanes / 2; step > 0; step /= 2) value += __shfl_xor_sync(~0u, value, step);
  return value;
}

/// Uses a warp for each sequence and head. Each lane scores one of 32 tokens, then sums every 32nd element of v.
__global__ void paged_kernel(const float* q, const float* k_blocks, const float* v_blocks, const int* block_table,
                             const int* lengths, float* out, PagedSizes size) {
  __shared__ float weights[lanes], query[most_d];
  __shared__ std::size_t rows[lanes];
  const int sequence = blockIdx.x, head = blockIdx.y, lane = threadIdx.x;
  const std::size_t own = (static_cast<std::size_t>(sequence) * size.heads + head) * size.d;
  const int* table = block_table + static_cast<std::size_t>(sequence) * size.table_stride;
  const int length = lengths[sequence];
  for (int x = lane; x < size.d; x += lanes) query[x] = q[own + x];
  __syncwarp();

  float greatest = -INFINITY, sum = 0, o[most_d / lanes] = {};
  for (int first = 0; first < length; first += lanes) {
    const int token = first + lane;
    float score = -INFINITY;
    if (token < length) {
      const std::size_t slot = static_cast<std::size_t>(table[token / size.block]) * size.block + token % size.block;
      rows[lane] = (slot * size.heads + head) * size.d;
      score = 0;
      for (int x = 0; x < size.d; ++x) score += query[x] * k_blocks[rows[lane] + x];
      score /= sqrtf(static_cast<float>(size.d));
    }
    const float raised = fmaxf(greatest, greatest_of_warp(score));
    const float factor = expf(greatest - raised);  // 0 in the first round
    weights[lane] = expf(score - raised);
    sum = sum * factor + sum_of_warp(weights[lane]);
    greatest = raised;
    __syncwarp();
    for (int i = 0; i * lanes + lane < size.d; ++i) {
      o[i] *= factor;
      for (int other = 0; other < min(lanes, length - first); ++other)
        o[i] += weights[other] * v_blocks[rows[other] + i * lanes + lane];
    }
    __syncwarp();
  }
  for (int i = 0; i * lanes + lane < size.d; ++i) out[own + i * lanes + lane] = length > 0 ? o[i] / sum : 0;
}

cudaError_t paged_attention(const float* q, const float* k_blocks, const float* v_blocks, const int* block_table,
                            const int* lengths, float* out, int sequences, int heads, int d, int block,
                            int table_stride, cudaStream_t stream) {
  if (sequences < 1 || heads < 1 || d < 1 || d > most_d || block < 1 || table_stride < 1) return cudaErrorInvalidValue;
  const dim3 grid(static_cast<unsigned>(sequences), static_cast<unsigned>(heads));
  paged_kernel<<<grid, lanes, 0, stream>>>(q, k_blocks, v_blocks, block_table, lengths, out,
                                           PagedSizes{heads, d, block, table_stride});
  return cudaGetLastError();
}
// END SOLUTION paged_attention

// ----------------------------------------------------------------------------------------------------
// 3. The pool.

// BEGIN SOLUTION pool
//: int blocks_that_fit(std::size_t, double, std::size_t, std::size_t, const GptShape&, int) { return 0; }  // TODO
int blocks_that_fit(std::size_t total, double share, std::size_t weights, std::size_t working, const GptShape& shape,
                    int block) {
  const double room = share * static_cast<double>(total) - static_cast<double>(weights) - static_cast<double>(working);
  const double bytes = 2.0 * sizeof(float) * block * static_cast<double>(shape.width * shape.layers);
  return room > 0 ? static_cast<int>(room / bytes) : 0;
}

static std::size_t blocks_for(std::size_t tokens, int block) {
  return (tokens + static_cast<std::size_t>(block) - 1) / static_cast<std::size_t>(block);
}

/// Stores row i of k and v [rows,width] in slot slots[i] of the pool.
__global__ void store_rows(const float* k, const float* v, const int* slots, float* k_blocks, float* v_blocks,
                           int width) {
  const std::size_t from = static_cast<std::size_t>(blockIdx.x) * width;
  const std::size_t to = static_cast<std::size_t>(slots[blockIdx.x]) * width;
  for (int x = threadIdx.x; x < width; x += blockDim.x) {
    k_blocks[to + x] = k[from + x];
    v_blocks[to + x] = v[from + x];
  }
}

/// The tokens of one pass. Each row attends to the tokens of its sequence up to its position.
struct Rows {
  std::vector<std::int32_t> tokens, positions, slots, lengths;
  std::vector<const std::vector<int>*> blocks;
  std::vector<std::int32_t> wanted;  // rows whose logits are wanted

  void add(std::int32_t token, std::size_t position, const std::vector<int>& of, int block) {
    const auto at = static_cast<int>(position);
    tokens.push_back(token);
    positions.push_back(at);
    slots.push_back(of[static_cast<std::size_t>(at / block)] * block + at % block);
    lengths.push_back(at + 1);
    blocks.push_back(&of);
  }

  /// The block table [rows,stride], padded with -1.
  std::vector<std::int32_t> table(std::size_t stride) const {
    std::vector<std::int32_t> all(blocks.size() * stride, -1);
    for (std::size_t row = 0; row < blocks.size(); ++row)
      std::copy(blocks[row]->begin(), blocks[row]->end(), all.begin() + static_cast<std::ptrdiff_t>(row * stride));
    return all;
  }
};

/// Keys and values of all layers, and the model that computes with them.
class Pool {
 public:
  Pool(const GptWeights& weights, const EngineSettings& settings) : weights_(weights), block_(settings.block) {
    const GptShape& s = weights.shape;
    const Shape shape{settings.blocks, settings.block, s.heads, s.d()};
    for (std::int64_t i = 0; i < s.layers; ++i) {
      k_.push_back(Tensor::zeros(shape, DType::f32, weights.device()));
      v_.push_back(Tensor::zeros(shape, DType::f32, weights.device()));
    }
  }

  void copy(int from, int to) {
    for (std::vector<Tensor>* all : {&k_, &v_})
      for (Tensor& one : *all) one.narrow(0, to, 1).copy_from(one.narrow(0, from, 1));
  }

  /// The logits of the wanted rows, one after the other.
  std::vector<float> forward(const Rows& rows) {
    const auto device = weights_.device();
    std::size_t stride = 1;
    for (const auto* blocks : rows.blocks) stride = std::max(stride, blocks->size());
    const Tensor table = Tensor::labels(rows.table(stride), device), slots = Tensor::labels(rows.slots, device),
                 lengths = Tensor::labels(rows.lengths, device);
    Tensor x = embed(weights_, Tensor::labels(rows.tokens, device), Tensor::labels(rows.positions, device));
    for (std::size_t i = 0; i < weights_.blocks.size(); ++i) {
      const Projected p = project(weights_, weights_.blocks[i], x);
      x = finish(weights_.blocks[i], x, attend(i, p, table, slots, lengths, static_cast<int>(stride)));
    }
    return logits(weights_, embedding(x, Tensor::labels(rows.wanted, device))).to_vector();
  }

 private:
  Tensor attend(std::size_t layer, const Projected& p, const Tensor& table, const Tensor& slots, const Tensor& lengths,
                int stride) {
    const GptShape& s = weights_.shape;
    const int rows = static_cast<int>(p.q.size(0)), heads = static_cast<int>(s.heads), d = static_cast<int>(s.d());
    float *k = k_[layer].data<float>(), *v = v_[layer].data<float>();
    Tensor out = Tensor::empty(p.q.shape(), DType::f32, weights_.device());
    store_rows<<<rows, std::min(heads * d, 256), 0, current_stream()>>>(p.k.data<float>(), p.v.data<float>(),
                                                                        slots.data<std::int32_t>(), k, v, heads * d);
    check(cudaGetLastError(), "paged_kv");
    check(paged_attention(p.q.data<float>(), k, v, table.data<std::int32_t>(), lengths.data<std::int32_t>(),
                          out.data<float>(), rows, heads, d, block_, stride, current_stream()),
          "paged_kv");
    return out;
  }

  GptWeights weights_;
  int block_;
  std::vector<Tensor> k_, v_;  // of each layer, [blocks,block,heads,d]
};
// END SOLUTION pool

// ----------------------------------------------------------------------------------------------------
// 4. The engine.

// BEGIN SOLUTION engine
//: // TODO: keep the requests by number, each waiting or running, and the blocks of each answer. step() has four parts.
//: struct Engine::State {};
//: Engine::Engine(const GptWeights&, const EngineSettings&) {}
//: Engine::~Engine() = default;
//: std::int64_t Engine::submit(const Request&) { throw std::invalid_argument("not yet"); }
//: void Engine::cancel(std::int64_t) {}
//: bool Engine::step() { return false; }
//: std::vector<Output> Engine::take(std::int64_t) { return {}; }
//: EngineStats Engine::stats() const { return {}; }
struct Answer {
  std::vector<std::int32_t> tokens;  // generated so far
  std::size_t taken = 0;             // number of tokens returned by take()
  std::vector<int> blocks;
};

/// A request. Its answers begin together, so they all have the same number of tokens.
struct Job {
  enum class Phase { waiting, admitted, running, done };
  Request request;
  std::vector<Answer> answers;
  Phase phase = Phase::waiting;

  bool is_served() const { return phase == Phase::admitted || phase == Phase::running; }
  std::size_t made() const { return answers.front().tokens.size(); }
  std::size_t length() const { return request.prompt.size() + made(); }
  std::int32_t token(const Answer& answer, std::size_t at) const {
    const std::size_t prompt = request.prompt.size();
    return at < prompt ? request.prompt[at] : answer.tokens[at - prompt];
  }
};

struct Engine::State {
  State(const GptWeights& weights, const EngineSettings& given)
      : settings(given), shape(weights.shape), allocator(given.blocks), pool(weights, given) {}

  EngineSettings settings;
  GptShape shape;
  BlockAllocator allocator;
  Pool pool;
  std::map<std::int64_t, Job> jobs;
  std::int64_t last_number = 0, preemptions = 0, copied = 0;

  std::string refusal(const Request& request) const;
  std::size_t running() const;
  bool admit(Job& job);
  void free_blocks(Job& job);
  bool make_room(const Job& job);
  void find_slots(Job& job);
  void add_rows(Rows& rows, const Job& job) const;
  void add_tokens(Job& job, std::span<const float>& logits) const;
};

/// The reason why a request can never be served, or "" if it can.
std::string Engine::State::refusal(const Request& request) const {
  if (request.prompt.empty()) return "the prompt has no token";
  for (const std::int32_t token : request.prompt)
    if (token < 0 || token >= shape.tokens)
      return "the prompt has token " + std::to_string(token) + ", which the model lacks";
  if (request.tokens < 1) return "tokens is below 1";
  if (request.answers < 1) return "answers is below 1";
  const std::size_t tokens = request.prompt.size() + static_cast<std::size_t>(request.tokens);
  if (tokens > static_cast<std::size_t>(shape.length))
    return "the prompt and the tokens are more than the " + std::to_string(shape.length) + " of the model";
  if (request.answers > settings.most_sequences)
    return "at most " + std::to_string(settings.most_sequences) + " answers are computed at once";
  if (static_cast<std::size_t>(request.answers) * blocks_for(tokens - 1, settings.block) >
      static_cast<std::size_t>(settings.blocks))
    return "the answers need more than all " + std::to_string(settings.blocks) + " blocks";
  return "";
}

std::size_t Engine::State::running() const {
  std::size_t count = 0;
  for (const auto& [number, job] : jobs) count += job.is_served() ? job.answers.size() : 0;
  return count;
}

/// Allocates the blocks of a job. returns  whether there was room
bool Engine::State::admit(Job& job) {
  const bool is_new = job.made() == 0;
  const std::size_t each = blocks_for(job.length(), settings.block), all = is_new ? each : each * job.answers.size();
  if (running() + job.answers.size() > static_cast<std::size_t>(settings.most_sequences)) return false;
  if (all > static_cast<std::size_t>(allocator.free_blocks())) return false;
  for (Answer& answer : job.answers)
    for (std::size_t i = 0; i < each; ++i) {
      const bool shares = is_new && &answer != &job.answers.front();
      const int block = shares ? job.answers.front().blocks[i] : allocator.allocate();
      if (shares) allocator.share(block);
      answer.blocks.push_back(block);
    }
  job.phase = Job::Phase::admitted;
  return true;
}

void Engine::State::free_blocks(Job& job) {
  for (Answer& answer : job.answers) {
    for (const int block : answer.blocks) allocator.free(block);
    answer.blocks.clear();
  }
}

/// Preempts the newest job until a block is free. returns  whether `job` is still running
bool Engine::State::make_room(const Job& job) {
  while (allocator.free_blocks() == 0) {
    const auto newest =
        std::find_if(jobs.rbegin(), jobs.rend(), [](const auto& one) { return one.second.is_served(); });
    free_blocks(newest->second);
    newest->second.phase = Job::Phase::waiting;
    ++preemptions;
  }
  return job.is_served();
}

/// Finds a slot for the newest token of each answer.
void Engine::State::find_slots(Job& job) {
  for (Answer& answer : job.answers) {
    const bool is_full = (job.length() - 1) % static_cast<std::size_t>(settings.block) == 0;
    const bool is_shared = !is_full && allocator.references(answer.blocks.back()) > 1;
    if (!is_full && !is_shared) continue;
    if (!make_room(job)) return;
    const int block = allocator.allocate();
    if (is_full) {
      answer.blocks.push_back(block);
      continue;
    }
    pool.copy(answer.blocks.back(), block);
    ++copied;
    allocator.free(answer.blocks.back());
    answer.blocks.back() = block;
  }
}

/// Adds the tokens whose keys are missing. Answers without a token share their prompt, so one of them is enough.
void Engine::State::add_rows(Rows& rows, const Job& job) const {
  for (const Answer& answer : job.answers) {
    const bool needs_all = job.phase == Job::Phase::admitted && (job.made() > 0 || &answer == &job.answers.front());
    if (needs_all)
      for (std::size_t at = 0; at + 1 < job.length(); ++at)
        rows.add(job.token(answer, at), at, answer.blocks, settings.block);
    if (needs_all || job.phase == Job::Phase::running)
      rows.add(job.token(answer, job.length() - 1), job.length() - 1, answer.blocks, settings.block);
    rows.wanted.push_back(static_cast<std::int32_t>(rows.tokens.size()) - 1);
  }
}

/// Adds a token to each answer of a job, and consumes their logits.
void Engine::State::add_tokens(Job& job, std::span<const float>& logits) const {
  const auto index = static_cast<int>(job.made());
  for (std::size_t i = 0; i < job.answers.size(); ++i) {
    const double random = random_number(job.request.sampling.seed, static_cast<int>(i), index);
    job.answers[i].tokens.push_back(
        settings.choose(logits.first(static_cast<std::size_t>(shape.tokens)), job.request.sampling, random));
    logits = logits.subspan(static_cast<std::size_t>(shape.tokens));
  }
}

Engine::Engine(const GptWeights& weights, const EngineSettings& settings) {
  if (settings.blocks < 1 || settings.block < 1 || settings.most_sequences < 1)
    throw std::invalid_argument("a setting of the engine is below 1");
  state_ = std::make_unique<State>(weights, settings);
}
Engine::~Engine() = default;

std::int64_t Engine::submit(const Request& request) {
  const std::string refusal = state_->refusal(request);
  if (!refusal.empty()) throw std::invalid_argument(refusal);
  Job& job = state_->jobs[++state_->last_number];
  job.request = request;
  job.answers.resize(static_cast<std::size_t>(request.answers));
  return state_->last_number;
}

void Engine::cancel(std::int64_t request) {
  const auto found = state_->jobs.find(request);
  if (found == state_->jobs.end() || found->second.phase == Job::Phase::done) return;
  state_->free_blocks(found->second);
  state_->jobs.erase(found);
}

bool Engine::step() {
  for (auto& [number, job] : state_->jobs)
    if (job.phase == Job::Phase::waiting && !state_->admit(job)) break;
  for (auto& [number, job] : state_->jobs)
    if (job.phase == Job::Phase::running) state_->find_slots(job);

  Rows rows;
  for (const auto& [number, job] : state_->jobs)
    if (job.is_served()) state_->add_rows(rows, job);
  if (rows.tokens.empty()) return false;
  const std::vector<float> all = state_->pool.forward(rows);

  std::span<const float> logits = all;
  bool goes_on = false;
  for (auto& [number, job] : state_->jobs) {
    if (job.is_served()) {
      state_->add_tokens(job, logits);
      const bool is_done = job.made() == static_cast<std::size_t>(job.request.tokens);
      job.phase = is_done ? Job::Phase::done : Job::Phase::running;
      if (is_done) state_->free_blocks(job);
    }
    goes_on = goes_on || job.phase != Job::Phase::done;
  }
  return goes_on;
}

std::vector<Output> Engine::take(std::int64_t request) {
  const auto found = state_->jobs.find(request);
  if (found == state_->jobs.end()) return {};
  const bool is_done = found->second.phase == Job::Phase::done;
  std::vector<Output> outputs;
  for (Answer& answer : found->second.answers) {
    const auto from = answer.tokens.begin() + static_cast<std::ptrdiff_t>(answer.taken);
    outputs.push_back({.tokens = {from, answer.tokens.end()}, .done = is_done});
    answer.taken = answer.tokens.size();
  }
  if (is_done) state_->jobs.erase(found);
  return outputs;
}

EngineStats Engine::stats() const {
  EngineStats stats{.waiting = 0,
                    .running = static_cast<int>(state_->running()),
                    .free_blocks = state_->allocator.free_blocks(),
                    .preemptions = state_->preemptions,
                    .copied_blocks = state_->copied};
  for (const auto& [number, job] : state_->jobs) stats.waiting += job.phase == Job::Phase::waiting ? 1 : 0;
  return stats;
}
// END SOLUTION engine
