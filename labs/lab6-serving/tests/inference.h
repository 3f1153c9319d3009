#pragma once
// Helpers that the tests of inference.cu share: models, prompts, and the comparison of answers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "labkit/channel/ask.h"
#include "labkit/inputs/any.h"
#include "labkit/oracle/distance.h"
#include "labs/lab6-serving/include/trained.h"
#include "labs/lab6-serving/inference_operations.h"
#include "labs/lab6-serving/tests/reference_gpt.h"

namespace gridmark::lab6 {

using channel::holds;
using inputs::any_between;
using inputs::any_values;

/// A model in the checker.
struct Model {
  ReferenceShape shape;
  std::vector<float> values;
  ReferenceGpt reference() const { return {values, shape}; }
};

inline Model trained_model() { return {{}, trained_values()}; }

/// Weights so large that attention, and each earlier token, changes the logits.
inline Model any_model(const ReferenceShape& shape) {
  Model model{shape, {}};
  const auto add = [&](int rows, int columns, float most, float around = 0) {
    const std::vector<float> drawn = any_values(static_cast<std::size_t>(rows * columns), around - most, around + most);
    model.values.insert(model.values.end(), drawn.begin(), drawn.end());
  };
  const auto norm = [&] { add(1, shape.width, 0.3f, 1), add(1, shape.width, 0.3f); };
  const auto linear = [&](int out, int in) {
    add(out, in, 2 / std::sqrt(static_cast<float>(in)));
    add(1, out, 0.3f);
  };
  add(shape.tokens, shape.width, 1);
  add(shape.length, shape.width, 1);
  for (int i = 0; i < shape.layers; ++i) {
    norm();
    linear(3 * shape.width, shape.width);
    linear(shape.width, shape.width);
    norm();
    linear(4 * shape.width, shape.width);
    linear(shape.width, 4 * shape.width);
  }
  norm();
  linear(shape.tokens, shape.width);
  return model;
}

inline std::vector<std::int32_t> any_tokens(std::size_t count, int vocabulary) {
  std::vector<std::int32_t> tokens;
  for (std::size_t i = 0; i < count; ++i) tokens.push_back(any_between(0, vocabulary - 1));
  return tokens;
}

template <class Operation>
Operation of_model(const Model& model, Operation op) {
  op.vocabulary = model.shape.tokens, op.width = model.shape.width, op.heads = model.shape.heads;
  op.layers = model.shape.layers, op.length = model.shape.length;
  op.values = channel::In<float>(model.values);
  return op;
}

// ----------------------------------------------------------------------------------------------------
// Sequences in chunks.

inline Append append(const Model& model, const std::vector<Chunk>& chunks, Append like = {}) {
  Append op = of_model(model, like);
  std::size_t tokens = 0;
  for (const Chunk chunk : chunks) tokens += static_cast<std::size_t>(std::max(chunk, 0));
  op.chunks = channel::In<Chunk>(chunks);
  op.tokens = channel::In<std::int32_t>(any_tokens(tokens, model.shape.tokens));
  op.logits = channel::Out<float>(chunks.size() * static_cast<std::size_t>(model.shape.tokens));
  op.lengths = channel::Out<std::int64_t>(chunks.size());
  op.refused = channel::Out<int>(chunks.size());
  return op;
}

inline std::string chunk_in_words(const Append& op, std::size_t i) {
  const Chunk chunk = op.chunks.values()[i];
  if (chunk == 0) return fmt::format("call {}, clear()", i + 1);
  if (chunk == no_token) return fmt::format("call {}, append() of no token", i + 1);
  return fmt::format("call {}, append() of {} token{}", i + 1, std::abs(chunk), std::abs(chunk) == 1 ? "" : "s");
}

/// Whether each chunk was accepted or refused correctly.
///
/// most  the largest relative error of the logits, as vectors
testing::AssertionResult has_logits(const Model& model, const Append& op, double most);

// ----------------------------------------------------------------------------------------------------
// Prompts and their answers.

struct Prompt {
  std::vector<std::int32_t> tokens;
  std::vector<std::int32_t> answer;  ///< the reference's answer
};

/// A prompt whose answer is not changed by rounding. It is drawn again until this holds.
inline Prompt any_prompt(const Model& model, const ReferenceGpt& gpt, int size, int wanted) {
  while (true) {
    const std::vector<std::int32_t> tokens = any_tokens(static_cast<std::size_t>(size), model.shape.tokens);
    if (const ReferenceAnswer answer = reference_answer(gpt, tokens, wanted); answer.margin >= safe_margin)
      return {tokens, answer.tokens};
  }
}

inline std::vector<Prompt> any_prompts(const Model& model, const std::vector<int>& sizes, const std::vector<int>& wanted) {
  const ReferenceGpt gpt = model.reference();
  std::vector<Prompt> prompts;
  for (std::size_t i = 0; i < sizes.size(); ++i) prompts.push_back(any_prompt(model, gpt, sizes[i], wanted[i]));
  return prompts;
}

/// A call with prompts that request as many tokens as their answers have.
Generate generate(const Model& model, const std::vector<Prompt>& prompts, Generate like = {});

/// Whether each prompt got its answer.
testing::AssertionResult has_answers(const Generate& op, const std::vector<Prompt>& prompts);

/// Work in a range of the timeline.
struct Work {
  std::size_t launches = 0;  ///< number of kernels
  std::size_t products = 0;  ///< number of cuBLAS calls
  double operations = 0;     ///< operations of the products
};
/// least  the fewest operations of a product that counts
Work work_in(const channel::Timeline& timeline, const std::string& range, double least = 0);

/// Modelled seconds of the last call.
double seconds_of_call(const channel::Timeline& timeline);

}  // namespace gridmark::lab6
