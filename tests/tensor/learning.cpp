// Trains the two networks on the kit's page, and prints their results:
//   tensor_learning digits       784-128-10 on glyph28
//   tensor_learning linear       784-10
//   tensor_learning text [STEPS] a small transformer on a grammar's messages
// The last word of the output is a hash of all parameters' bits.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "labkit/tensor/tensor.h"

using namespace gridmark::tensor;

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::uint64_t hash_of(const Module& module) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const Tensor& parameter : module.parameters())
    for (const float value : parameter.to_vector()) {
      unsigned char bytes[sizeof value];
      std::memcpy(bytes, &value, sizeof value);
      for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
    }
  return hash;
}

double accuracy(Module& net, const Images& test) {
  const NoGrad guard;
  const std::vector<float> logits = net.forward(test.pixels.to(Device::cuda())).to_vector();
  const std::vector<std::int32_t> labels = test.labels.to_ints();
  std::size_t right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const float* row = &logits[i * 10];
    right += std::max_element(row, row + 10) - row == labels[i];
  }
  return static_cast<double>(right) / static_cast<double>(labels.size());
}

void digits(Sequential& net) {
  const auto start = Clock::now();
  const Images test = glyph28(1, 8000, 2000);
  DataLoader loader(glyph28(1, 0, 8000), 64, 1);
  const double made = seconds_since(start);
  net.to(Device::cuda());
  Adam optimizer(net.parameters());
  for (std::uint64_t epoch = 0; epoch < 12; ++epoch) {
    if (epoch == 9) optimizer.set_rate(3e-4f);
    loader.start_epoch(epoch);
    for (std::int64_t i = 0; i < loader.batches(); ++i) {
      const Batch batch = loader.batch(i);
      cross_entropy(net.forward(batch.inputs), batch.labels).backward();
      optimizer.step();
      optimizer.zero_grad();
    }
    std::fprintf(stderr, "epoch %d: accuracy %.4f after %.1f s\n", static_cast<int>(epoch),
                 accuracy(net, test), seconds_since(start));
  }
  std::fprintf(stderr, "data %.1f s\n", made);
  std::printf("accuracy %.4f hash %016llx\n", accuracy(net, test),
              static_cast<unsigned long long>(hash_of(net)));
}

/// Nats per byte over the second half of each window, where the model has some context.
double nats_per_byte(LanguageModel& model, const Corpus& corpus, std::int64_t length, int rounds) {
  const NoGrad guard;
  Generator generator(7);
  double nats = 0;
  for (int round = 0; round < rounds; ++round) {
    const Batch batch = text_windows(corpus.bytes, 32, length, generator);
    const Tensor logits = model.forward(batch.inputs).narrow(1, length / 2, length / 2).reshape({-1, 256});
    const Tensor labels = batch.labels.view({32, length}).narrow(1, length / 2, length / 2).reshape({-1});
    nats += cross_entropy(logits, labels).item() / rounds;
  }
  return nats;
}

void text(int steps) {
  constexpr std::int64_t length = 64;
  const auto start = Clock::now();
  const Corpus train = grammar_corpus(1, 1, 1'000'000), test = grammar_corpus(1, 2, 100'000);
  Generator generator(1);
  LanguageModel model(LanguageModel::Settings{}, generator);
  model.to(Device::cuda());
  Adam::Settings settings;
  settings.decay = 0.01f;
  AdamW optimizer(model.parameters(), settings);
  for (int step = 0; step < steps; ++step) {
    optimizer.set_rate(3e-3f *
                       std::min({1.0f, static_cast<float>(step + 1) / 50,
                                 2.0f * static_cast<float>(steps - step) / static_cast<float>(steps)}));
    const Batch batch = text_windows(train.bytes, 16, length, generator);
    const Tensor loss = cross_entropy(model.forward(batch.inputs).view({-1, 256}), batch.labels);
    loss.backward();
    optimizer.step();
    optimizer.zero_grad();
    if (step % 50 == 49)
      std::fprintf(stderr, "step %d: %.4f nats per byte after %.1f s\n", step + 1,
                   nats_per_byte(model, test, length, 4), seconds_since(start));
  }
  std::printf("entropy %.4f reached %.4f hash %016llx\n", train.entropy,
              nats_per_byte(model, test, length, 32), static_cast<unsigned long long>(hash_of(model)));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  Generator generator(42);
  if (what == "digits") {
    Sequential net(std::make_shared<Linear>(784, 128, generator), std::make_shared<ReLU>(),
                   std::make_shared<Linear>(128, 10, generator));
    digits(net);
  } else if (what == "linear") {
    Sequential net(std::make_shared<Linear>(784, 10, generator));
    digits(net);
  } else if (what == "text") {
    text(argc > 2 ? std::atoi(argv[2]) : 1000);
  } else {
    std::fprintf(stderr, "expected digits, linear or text\n");
    return 64;
  }
}
