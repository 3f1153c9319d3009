#pragma once
// Operations that the checker of lab 6 can run in inference.cu.
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"
#include "labkit/channel/circumstance.h"

namespace gridmark::lab6 {

/// The type of a model's weights.
enum class Precision : int { f32, f16 };

/// The number of tokens to append at once. 0: call clear() instead. Below 0: append this many tokens of index
/// 0, which must be too many. no_token: append an empty list.
using Chunk = int;
inline constexpr Chunk no_token = -(1 << 20);

/// A sequence of CachedGpt in chunks.
struct Append {
  static constexpr std::string_view name = "append";
  int vocabulary = 256, width = 64, heads = 4, layers = 2, length = 128;
  Precision precision = Precision::f32;
  bool on_host = false;
  channel::In<float> values = {};
  channel::In<Chunk> chunks = {};
  channel::In<std::int32_t> tokens = {};        ///< of all chunks
  channel::Out<float> logits = {};              ///< [chunks,vocabulary], after each chunk
  channel::Out<std::int64_t> lengths = {};      ///< [chunks], length of the sequence after each chunk
  channel::Out<int> refused = {};               ///< [chunks], 1: ShapeError
  auto fields() {
    return std::tie(vocabulary, width, heads, layers, length, precision, on_host, values, chunks, tokens, logits,
                    lengths, refused);
  }
  std::string subject() const { return "CachedGpt::append"; }
  std::string describe() const {
    return std::string("CachedGpt(") + (precision == Precision::f16 ? "f16" : "f32") + (on_host ? ", host)" : ")");
  }
};

/// choose_token() for several rows of logits.
struct Choose {
  static constexpr std::string_view name = "choose";
  struct Case {
    float temperature;
    int top_k;
    double random;
  };
  int n = 1;
  channel::In<float> logits = {};  ///< [cases,n]
  channel::In<Case> cases = {};
  channel::Out<std::int32_t> tokens = {};
  auto fields() { return std::tie(n, logits, cases, tokens); }
  std::string subject() const { return "choose_token"; }
  std::string describe() const { return "choose_token"; }
};

/// generate() of one prompt, or generate_batch() of several.
struct Generate {
  static constexpr std::string_view name = "generate";
  int vocabulary = 256, width = 64, heads = 4, layers = 2, length = 128;
  Precision precision = Precision::f32;
  bool batched = false;
  int calls = 1;                            ///< the last call is in the range "call" of the timeline
  channel::In<float> values = {};
  channel::In<std::int32_t> prompts = {};   ///< all prompts in order
  channel::In<int> sizes = {};              ///< sizes of the prompts
  channel::In<int> wanted = {};             ///< tokens for each prompt
  channel::Out<std::int32_t> tokens = {};   ///< all rows in order, each with its wanted number of tokens
  channel::Out<std::int64_t> made = {};     ///< [prompts], number of tokens
  channel::Out<std::int32_t> told = {};     ///< like `tokens`: the arguments of `each`
  channel::Out<int> refused{1};             ///< 1: ShapeError
  auto fields() {
    return std::tie(vocabulary, width, heads, layers, length, precision, batched, calls, values, prompts, sizes, wanted,
                    tokens, made, told, refused);
  }
  std::string subject() const { return batched ? "generate_batch" : "generate"; }
  std::string describe() const {
    return subject() + "(" +
           (batched ? std::to_string(sizes.size()) + " prompts"
                    : std::to_string(prompts.size()) + " tokens, and " + std::to_string(wanted.values()[0]) + " more") +
           ")";
  }
};

/// An InferenceReport.
struct BenchmarkFigures {
  double load, memory_bytes, average, least, most, tokens_per_second, first_token, between_tokens;
};

/// The calls that the model and the clock received.
struct BenchmarkCalls {
  int loads, runs, other_tokens;  ///< runs with another number of tokens than requested
  int runs_too_early;             ///< runs that began while the device was still busy
  int looks_too_early;            ///< clock readings outside a run while the device was busy
};

/// benchmark_inference() of a model that takes the times in this struct.
struct Benchmark {
  static constexpr std::string_view name = "benchmark";
  int tokens = 1, warmups = 0, runs = 1;
  double load_seconds = 1;
  std::uint64_t memory_bytes = 1;
  channel::In<double> token_seconds = {};  ///< [warmups + runs, tokens]: time since the previous token
  channel::In<double> tail_seconds = {};   ///< [warmups + runs, 2]: after the last token, and in wait()
  channel::Out<BenchmarkFigures> figures{1};
  channel::Out<BenchmarkCalls> calls{1};
  auto fields() {
    return std::tie(tokens, warmups, runs, load_seconds, memory_bytes, token_seconds, tail_seconds, figures, calls);
  }
  std::string subject() const { return "benchmark_inference"; }
  std::string describe() const {
    return "benchmark_inference(" + std::to_string(tokens) + " tokens, " + std::to_string(warmups) + " warm-ups, " +
           std::to_string(runs) + " runs)";
  }
};

struct SweetSpot {
  static constexpr std::string_view name = "sweet_spot";
  double share = 0.9;
  channel::In<int> batches = {};
  channel::In<double> rates = {};
  channel::Out<int> spot{1};
  auto fields() { return std::tie(share, batches, rates, spot); }
  std::string subject() const { return "sweet_spot"; }
  std::string describe() const { return "sweet_spot"; }
};

struct QuantizeRows {
  static constexpr std::string_view name = "quantize_rows";
  int out = 1, in = 1;
  channel::Circumstance circumstance = channel::Circumstance::usual;
  channel::In<float> w = {};
  channel::Out<std::int8_t> q = {};
  channel::Out<float> scales = {};
  auto fields() { return std::tie(out, in, circumstance, w, q, scales); }
  std::string subject() const { return "quantize_rows"; }
  std::string describe() const {
    return "quantize_rows(out=" + std::to_string(out) + ", in=" + std::to_string(in) + ")";
  }
};

struct LinearInt8 {
  static constexpr std::string_view name = "linear_int8";
  int rows = 1, in = 1, out = 1;
  channel::Circumstance circumstance = channel::Circumstance::usual;
  channel::In<float> x = {};
  channel::In<std::int8_t> q = {};
  channel::In<float> scales = {}, bias = {};
  channel::Out<float> y = {};
  auto fields() { return std::tie(rows, in, out, circumstance, x, q, scales, bias, y); }
  std::string subject() const { return "linear_int8"; }
  std::string describe() const {
    return "linear_int8(rows=" + std::to_string(rows) + ", in=" + std::to_string(in) + ", out=" + std::to_string(out) +
           ")";
  }
};

struct LargestModel {
  static constexpr std::string_view name = "largest_model";
  std::uint64_t bytes = 1;
  Precision precision = Precision::f32;
  int vocabulary = 256, width = 64, heads = 4, length = 128, prompt = 1;
  channel::Out<std::int64_t> layers{1};
  channel::Out<std::int64_t> kept{1};  ///< bytes of the device that are still allocated afterwards
  auto fields() { return std::tie(bytes, precision, vocabulary, width, heads, length, prompt, layers, kept); }
  std::string subject() const { return "largest_model"; }
  std::string describe() const {
    return "largest_model(" + std::to_string(bytes) + " bytes, " + (precision == Precision::f16 ? "f16" : "f32") + ")";
  }
};

/// The result of a CachedGpt under a memory limit.
enum class Fit : int { fits, out_of_memory, other_error };

/// A model that fills its positions while the device is limited to these bytes.
struct ServeWithin {
  static constexpr std::string_view name = "serve_within";
  std::uint64_t bytes = 1;
  Precision precision = Precision::f32;
  int vocabulary = 256, width = 64, heads = 4, layers = 1, length = 128, prompt = 1;
  channel::Out<Fit> fit{1};
  auto fields() { return std::tie(bytes, precision, vocabulary, width, heads, layers, length, prompt, fit); }
  std::string subject() const { return "CachedGpt"; }
  std::string describe() const {
    return "CachedGpt(" + std::to_string(layers) + " blocks within " + std::to_string(bytes) + " bytes)";
  }
};

}  // namespace gridmark::lab6
