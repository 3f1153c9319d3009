// Makes include/trained_weights.h: a GPT that has learned the grammar of seed 5, its weights rounded to f16. The same
// bits come out on every machine with the emulated device.
//
//   L=labs/lab6-serving
//   ./gridmark cc -std=c++20 -O2 -I $L/include $L/program/train_weights.cu -o train_weights -lgridmark_tensor_fast
//   ./train_weights > $L/include/trained_weights.h
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "gpt.h"

using namespace gridmark::tensor;

namespace {

constexpr int steps = 600;
constexpr std::int64_t rows = 16, window = 128;

void train(LanguageModel& model) {
  const Corpus corpus = grammar_corpus(5, 1, 1'000'000);
  Adam::Settings settings;
  settings.decay = 0.01f;
  AdamW optimizer(model.parameters(), settings);
  Generator windows(2);
  for (int step = 0; step < steps; ++step) {
    const float up = static_cast<float>(step + 1) / 50, down = 2.0f * static_cast<float>(steps - step) / steps;
    optimizer.set_rate(3e-3f * std::min({1.0f, up, down}));
    const Batch batch = text_windows(corpus.bytes, rows, window, windows);
    const Tensor loss = cross_entropy(model.forward(batch.inputs).view({rows * window, 256}), batch.labels);
    loss.backward();
    optimizer.step();
    optimizer.zero_grad();
    if (step % 50 == 49)
      std::fprintf(stderr, "step %d: %.3f nats per byte, the grammar has %.3f\n", step + 1, loss.item(), corpus.entropy);
  }
}

/// The parameters in f16, in the order of GptWeights::tensors().
std::vector<std::uint16_t> halves_of(LanguageModel& model) {
  std::vector<std::uint16_t> halves;
  for (const NamedTensor& one : model.named_parameters()) {
    const Tensor half = one.tensor.detach().to(DType::f16).to(Device::host()).contiguous();
    const std::size_t begin = halves.size();
    halves.resize(begin + static_cast<std::size_t>(half.numel()));
    std::memcpy(halves.data() + begin, half.data<std::uint16_t>(), half.bytes());
  }
  return halves;
}

/// Three characters of 6 bits each, most significant first: '0' + bits, and '~' instead of a backslash.
std::string text_of(std::uint16_t half) {
  std::string text;
  for (const int shift : {12, 6, 0}) {
    const char letter = static_cast<char>('0' + (half >> shift & 63));
    text += letter == '\\' ? '~' : letter;
  }
  return text;
}

}  // namespace

int main() {
  Generator generator(1);
  LanguageModel::Settings settings;
  settings.most_length = GptShape().length;
  LanguageModel model(settings, generator);
  model.to(Device::cuda());
  train(model);
  std::printf(
      "#pragma once\n// Made by program/train_weights.cu; do not edit. A model of texts in the grammar of seed 5: f16, three characters a "
      "number.\ninline constexpr char trained_weights_text[] =");
  const std::vector<std::uint16_t> halves = halves_of(model);
  for (std::size_t i = 0; i < halves.size(); ++i) {
    if (i % 38 == 0) std::printf(i == 0 ? "\n    \"" : "\"\n    \"");
    std::fputs(text_of(halves[i]).c_str(), stdout);
  }
  std::printf("\";\n");
}
