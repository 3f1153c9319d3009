#pragma once
// Runs inference.cu: a part of adaptor.cu.
#include <nvtx3/nvToolsExt.h>

#include <algorithm>
#include <string>
#include <vector>

#include "labkit/channel/device_array.h"
#include "labkit/channel/worker.h"
#include "labs/lab6-serving/include/inference.h"
#include "labs/lab6-serving/inference_operations.h"

namespace gridmark::lab6::inference {

using namespace gridmark::tensor;

inline DType dtype_of(Precision precision) { return precision == Precision::f16 ? DType::f16 : DType::f32; }

template <class Operation>
GptShape shape_of(const Operation& op) {
  return {.tokens = op.vocabulary, .width = op.width, .heads = op.heads, .layers = op.layers, .length = op.length};
}

template <class Operation>
GptWeights weights_of(const Operation& op, Device device = Device::cuda()) {
  const auto values = op.values.values();
  return weights_from({values.begin(), values.end()}, shape_of(op)).to(dtype_of(op.precision)).to(device);
}

/// Copies as much as fits. The rest stays unchanged.
template <class T>
void write(const std::vector<T>& values, std::span<T> to) {
  std::copy_n(values.begin(), std::min(values.size(), to.size()), to.begin());
}

// ----------------------------------------------------------------------------------------------------
// Tokens.

/// returns  whether `call` ended without a ShapeError
template <class Function>
bool is_accepted(Function&& call) {
  try {
    call();
    return true;
  } catch (const ShapeError&) {
    return false;
  }
}

/// Appends one chunk. A range of the timeline has its name, which separates its work from other work.
inline std::vector<float> append(CachedGpt& gpt, std::span<const std::int32_t> tokens, std::size_t chunk) {
  nvtxRangePushA(std::to_string(chunk).c_str());
  const std::vector<float> logits = gpt.append(tokens);
  nvtxRangePop();
  return logits;
}

inline channel::Status run(Append& op) {
  const GptWeights weights = weights_of(op, op.on_host ? Device::host() : Device::cuda());
  channel::keep_timeline();
  return channel::graded([&] {
    CachedGpt cached(weights);
    std::size_t next = 0;
    const auto vocabulary = static_cast<std::size_t>(op.vocabulary);
    for (std::size_t i = 0; i < op.chunks.size(); ++i) {
      const Chunk chunk = op.chunks.values()[i];
      const auto size = static_cast<std::size_t>(std::max(chunk, 0));
      const std::vector<std::int32_t> refused(chunk == no_token ? 0 : static_cast<std::size_t>(std::max(-chunk, 0)));
      if (chunk == 0) cached.clear();
      const bool accepted = chunk == 0 || is_accepted([&] {
        const auto tokens = chunk < 0 ? std::span<const std::int32_t>(refused) : op.tokens.values().subspan(next, size);
        write(append(cached, tokens, i), op.logits.writable().subspan(i * vocabulary, vocabulary));
      });
      next += size;
      op.refused.writable()[i] = !accepted;
      op.lengths.writable()[i] = cached.length();
    }
    return cudaSuccess;
  });
}

inline channel::Status run(Choose& op) {
  const auto n = static_cast<std::size_t>(op.n);
  for (std::size_t i = 0; i < op.cases.size(); ++i) {
    const Choose::Case& one = op.cases.values()[i];
    op.tokens.writable()[i] =
        choose_token(op.logits.values().subspan(i * n, n), {.temperature = one.temperature, .top_k = one.top_k}, one.random);
  }
  return {};
}

/// The prompts of an operation, from one array.
inline std::vector<std::vector<std::int32_t>> prompts_of(const Generate& op) {
  std::vector<std::vector<std::int32_t>> prompts;
  auto next = op.prompts.values().begin();
  for (const int size : op.sizes.values()) {
    prompts.emplace_back(next, next + size);
    next += size;
  }
  return prompts;
}

/// Writes each of the submission's rows to its place.
inline void write(const std::vector<std::vector<std::int32_t>>& rows, Generate& op) {
  std::size_t at = 0;
  for (std::size_t row = 0; row < std::min(rows.size(), op.wanted.size()); ++row) {
    const auto wanted = static_cast<std::size_t>(std::max(op.wanted.values()[row], 0));
    op.made.writable()[row] = static_cast<std::int64_t>(rows[row].size());
    write(rows[row], op.tokens.writable().subspan(at, wanted));
    at += wanted;
  }
}

inline channel::Status run(Generate& op) {
  const GptWeights weights = weights_of(op);
  const std::vector<std::vector<std::int32_t>> prompts = prompts_of(op);
  const std::vector<int> wanted(op.wanted.values().begin(), op.wanted.values().end());
  std::vector<std::vector<std::int32_t>> rows;
  std::vector<std::int32_t> told;
  channel::keep_timeline();
  const channel::Status status = channel::graded([&] {
    for (int call = 1; call <= op.calls; ++call) {
      told.clear();
      nvtxRangePushA(call == op.calls ? "call" : "before");
      op.refused.writable()[0] = !is_accepted([&] {
        if (op.batched) rows = generate_batch(weights, prompts, wanted);
        else rows = {generate(weights, prompts[0], wanted[0], [&](std::int32_t token) {
          nvtxMarkA("told");
          told.push_back(token);
        })};
      });
      nvtxRangePop();
    }
    return cudaSuccess;
  });
  write(rows, op);
  write(told, op.told.writable());
  return status;
}

// ----------------------------------------------------------------------------------------------------
// Speed.

/// A model that makes tokens at the checker's pace, and its clock. The device finishes only in wait().
class ScriptedModel : public Served, public services::Clock {
 public:
  explicit ScriptedModel(const Benchmark& op) : op_(op) {}

  std::size_t load() override {
    ++calls.loads;
    seconds_ += op_.load_seconds;
    return op_.memory_bytes;
  }
  void run(int tokens, const std::function<void()>& each) override {
    calls.runs_too_early += pending_;
    calls.other_tokens += tokens != op_.tokens;
    const auto row = static_cast<std::size_t>(calls.runs++), count = static_cast<std::size_t>(op_.tokens);
    pending_ = running_ = true;
    const bool known = row < op_.tail_seconds.size() / 2;
    for (std::size_t i = 0; i < count; ++i) {
      if (known) seconds_ += op_.token_seconds.values()[row * count + i];
      each();
    }
    if (known) seconds_ += op_.tail_seconds.values()[2 * row];
    running_ = false;
  }
  void wait() override {
    if (pending_ && static_cast<std::size_t>(calls.runs) <= op_.tail_seconds.size() / 2)
      seconds_ += op_.tail_seconds.values()[2 * static_cast<std::size_t>(calls.runs) - 1];
    pending_ = false;
  }
  double now() const override {
    calls.looks_too_early += pending_ && !running_;
    return seconds_;
  }

  mutable BenchmarkCalls calls = {};

 private:
  const Benchmark& op_;
  double seconds_ = 1000;
  bool pending_ = false, running_ = false;
};

inline channel::Status run(Benchmark& op) {
  ScriptedModel model(op);
  const InferenceReport r = benchmark_inference(model, model, op.tokens, op.warmups, op.runs);
  op.figures.writable()[0] = {r.load, static_cast<double>(r.memory_bytes), r.average, r.least, r.most,
                              r.tokens_per_second, r.first_token, r.between_tokens};
  op.calls.writable()[0] = model.calls;
  return {};
}

inline channel::Status run(SweetSpot& op) {
  std::vector<BatchRate> rates;
  for (std::size_t i = 0; i < op.batches.size(); ++i) rates.push_back({op.batches.values()[i], op.rates.values()[i]});
  op.spot.writable()[0] = sweet_spot(rates, op.share);
  return {};
}

// ----------------------------------------------------------------------------------------------------
// Eight bits.

inline channel::Status run(QuantizeRows& op) {
  const channel::DeviceArray<float> w(op.w, "w");
  channel::DeviceArray<std::int8_t> q(op.q.size(), "q", 0x80);  // -128, which is never the value of a weight
  channel::DeviceArray<float> scales(op.scales.size(), "scales");
  const channel::GivenStream stream(op.circumstance);
  const channel::Status status =
      channel::graded([&] { return quantize_rows(w.data(), q.data(), scales.data(), op.out, op.in, stream.get()); });
  q.copy_to(op.q);
  scales.copy_to(op.scales);
  return status;
}

inline channel::Status run(LinearInt8& op) {
  const channel::DeviceArray<float> x(op.x, "x"), scales(op.scales, "scales"), bias(op.bias, "bias");
  const channel::DeviceArray<std::int8_t> q(op.q, "q");
  channel::DeviceArray<float> y(op.y.size(), "y");
  const channel::GivenStream stream(op.circumstance);
  const channel::Status status = channel::graded([&] {
    return linear_int8(x.data(), q.data(), scales.data(), bias.data(), y.data(), op.rows, op.in, op.out, stream.get());
  });
  y.copy_to(op.y);
  return status;
}

// ----------------------------------------------------------------------------------------------------
// The largest model.

/// Limits the device's memory during its lifetime.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t bytes) {
    empty_cache();
    set_memory_limit(bytes);
  }
  ~MemoryLimit() {
    set_memory_limit(0);
    empty_cache();
  }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;
};

inline void serve_to_the_end(const GptShape& shape, DType dtype, int prompt) {
  const std::vector<float> values(static_cast<std::size_t>(parameters_of(shape)));
  CachedGpt served(weights_from(values, shape).to(dtype).to(Device::cuda()));
  const std::vector<std::int32_t> first(static_cast<std::size_t>(prompt));
  served.append(first);
  for (std::int64_t length = prompt; length < shape.length; ++length) served.append(std::vector<std::int32_t>(1));
}

inline channel::Status run(ServeWithin& op) {
  return channel::graded([&] {
    Fit& fit = op.fit.writable()[0];
    const MemoryLimit limit(op.bytes);
    try {
      serve_to_the_end(shape_of(op), dtype_of(op.precision), op.prompt);
      fit = Fit::fits;
    } catch (const OutOfMemory&) {
      fit = Fit::out_of_memory;
    } catch (const std::exception&) {
      fit = Fit::other_error;
    }
    return cudaSuccess;
  });
}

inline channel::Status run(LargestModel& op) {
  const GptShape shape{.tokens = op.vocabulary, .width = op.width, .heads = op.heads, .layers = 0, .length = op.length};
  return channel::graded([&] {
    empty_cache();
    const std::size_t at_first = memory_stats().reserved;
    op.layers.writable()[0] = largest_model(op.bytes, dtype_of(op.precision), shape, op.prompt);
    op.kept.writable()[0] = static_cast<std::int64_t>(memory_stats().reserved - at_first);
    return cudaSuccess;
  });
}

}  // namespace gridmark::lab6::inference
