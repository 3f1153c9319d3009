#pragma once
// Runs paged_kv.cu: a part of adaptor.cu.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "labkit/channel/device_array.h"
#include "labs/lab6-serving/include/paged_kv.h"
#include "labs/lab6-serving/paged_operations.h"

namespace gridmark::lab6::paged {

inline channel::Status run(PagedAttention& op) {
  const channel::DeviceArray<float> q(op.q, "q"), k(op.k_blocks, "k_blocks"), v(op.v_blocks, "v_blocks");
  const channel::DeviceArray<int> table(op.block_table, "block_table"), lengths(op.lengths, "lengths");
  channel::DeviceArray<float> out(op.out.size(), "out");
  const channel::GivenStream stream(op.circumstance);
  const channel::Status status = channel::graded([&] {
    return paged_attention(q.data(), k.data(), v.data(), table.data(), lengths.data(), out.data(), op.sequences,
                           op.heads, op.d, op.block, op.table_stride, stream.get());
  });
  out.copy_to(op.out);
  return status;
}

inline channel::Status run(PagedRefusals& op) {
  return channel::graded([&] {
    for (std::size_t i = 0; i < op.codes.size(); ++i) {
      const int* s = op.sizes.data() + 5 * i;
      op.codes.writable()[i] = static_cast<int>(
          paged_attention(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, s[0], s[1], s[2], s[3], s[4], nullptr));
    }
    cudaGetLastError();
    return cudaSuccess;
  });
}

/// The returned value of a call: `threw` for an `Expected`, `threw_another` for another exception.
template <class Expected, class Call>
std::int64_t returned_by(Call&& call) {
  try {
    return call();
  } catch (const Expected&) {
    return threw;
  } catch (const std::exception&) {
    return threw_another;
  }
}

inline int call(BlockAllocator& allocator, const AllocatorCall& what) {
  using What = AllocatorCall::What;
  switch (what.what) {
    case What::allocate:
      return allocator.allocate();
    case What::share:
      return allocator.share(what.block), 0;
    case What::free:
      return allocator.free(what.block), 0;
    case What::references:
      return allocator.references(what.block);
  }
  return 0;
}

inline channel::Status run(AllocatorCalls& op) {
  return channel::graded([&] {
    BlockAllocator allocator(op.blocks);
    for (std::size_t i = 0; i < op.calls.size(); ++i) {
      op.returned.writable()[i] =
          static_cast<int>(returned_by<std::logic_error>([&] { return call(allocator, op.calls.values()[i]); }));
      op.free_blocks.writable()[i] = allocator.free_blocks();
    }
    return cudaSuccess;
  });
}

inline channel::Status run(BlocksThatFit& op) {
  return channel::graded([&] {
    for (std::size_t i = 0; i < op.pools.size(); ++i) {
      const PoolOf& p = op.pools.values()[i];
      const GptShape shape{.width = p.width, .layers = p.layers};
      op.blocks.writable()[i] = blocks_that_fit(p.total, p.share, p.weights, p.working, shape, p.block);
    }
    return cudaSuccess;
  });
}

/// The lab's own choose_token() of inference.h, so that points for an engine do not depend on yours.
inline std::int32_t choose(std::span<const float> logits, const Sampling& sampling, double random) {
  std::vector<std::int32_t> order(logits.size());
  std::iota(order.begin(), order.end(), 0);
  const auto logit = [&](std::int32_t token) { return logits[static_cast<std::size_t>(token)]; };
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) { return logit(a) > logit(b); });
  const double greatest = logit(order.front());
  if (sampling.temperature <= 0) return order.front();
  if (sampling.top_k > 0 && static_cast<std::size_t>(sampling.top_k) < order.size())
    order.resize(static_cast<std::size_t>(sampling.top_k));
  std::sort(order.begin(), order.end());
  const auto weight = [&](std::int32_t token) { return std::exp((logit(token) - greatest) / sampling.temperature); };
  double all = 0, sum = 0;
  for (const std::int32_t token : order) all += weight(token);
  for (const std::int32_t token : order)
    if ((sum += weight(token)) > random * all) return token;
  return order.back();
}

/// Makes the calls of an operation, one engine after the other.
class EngineRun {
 public:
  EngineRun(EngineCalls& op, const GptWeights& weights) : op_(op), weights_(weights) {}

  void call(std::size_t number) {
    number_ = number;
    const EngineCall& what = op_.calls.values()[number];
    EngineReply reply{};
    reply.returned = returned_by<std::invalid_argument>([&] { return returned(what); });
    if (engine_) {
      const EngineStats stats = engine_->stats();
      reply.waiting = stats.waiting, reply.running = stats.running, reply.free_blocks = stats.free_blocks;
      reply.preemptions = stats.preemptions, reply.copied_blocks = stats.copied_blocks;
    }
    op_.replies.writable()[number] = reply;
  }

  void write_counts() {
    counts_[2] = static_cast<std::int64_t>(refusals_.size());
    std::copy(counts_, counts_ + 3, op_.counts.writable().begin());
  }

 private:
  std::int64_t returned(const EngineCall& what) {
    using What = EngineCall::What;
    if (!engine_ && what.what != What::begin) throw std::runtime_error("there is no engine");
    switch (what.what) {
      case What::begin:
        return begin(what), 0;
      case What::submit:
        return submit(what);
      case What::cancel:
        return engine_->cancel(what.request), 0;
      case What::step:
        return engine_->step() ? 1 : 0;
      case What::take:
        return take(what.request);
    }
    return 0;
  }

  void begin(const EngineCall& what) {
    engine_.reset();
    engine_ = std::make_unique<Engine>(
        weights_,
        EngineSettings{
            .blocks = what.blocks, .block = what.block, .most_sequences = what.most_sequences, .choose = choose});
  }

  std::int64_t submit(const EngineCall& what) {
    const auto prompt =
        op_.prompts.values().subspan(static_cast<std::size_t>(what.prompt_at), static_cast<std::size_t>(what.prompt));
    try {
      return engine_->submit({.prompt = {prompt.begin(), prompt.end()},
                              .tokens = what.tokens,
                              .answers = what.answers,
                              .sampling = {.temperature = what.temperature, .top_k = what.top_k, .seed = what.seed}});
    } catch (const std::invalid_argument& refusal) {
      if (*refusal.what()) refusals_.insert(refusal.what());
      throw;
    }
  }

  std::int64_t take(std::int64_t request) {
    const std::vector<Output> outputs = engine_->take(request);
    for (const Output& one : outputs) {
      add(op_.outputs, 0,
          {static_cast<std::int64_t>(number_), static_cast<std::int64_t>(one.tokens.size()), one.done ? 1 : 0});
      for (const std::int32_t token : one.tokens) add(op_.taken, 1, token);
    }
    return static_cast<std::int64_t>(outputs.size());
  }

  template <class T>
  void add(channel::Out<T>& to, int counter, const T& value) {
    const auto at = static_cast<std::size_t>(counts_[counter]++);
    if (at < to.size()) to.writable()[at] = value;
  }

  EngineCalls& op_;
  const GptWeights& weights_;
  std::unique_ptr<Engine> engine_;
  std::size_t number_ = 0;
  std::set<std::string> refusals_;
  std::int64_t counts_[3] = {};
};

inline channel::Status run(EngineCalls& op) {
  const GptShape shape{
      .tokens = op.tokens, .width = op.width, .heads = op.heads, .layers = op.layers, .length = op.length};
  const GptWeights weights =
      weights_from({op.values.values().begin(), op.values.values().end()}, shape).to(tensor::Device::cuda());
  return channel::graded([&] {
    EngineRun engine_run(op, weights);
    for (std::size_t i = 0; i < op.calls.size(); ++i) engine_run.call(i);
    engine_run.write_counts();
    return cudaSuccess;
  });
}

}  // namespace gridmark::lab6::paged
