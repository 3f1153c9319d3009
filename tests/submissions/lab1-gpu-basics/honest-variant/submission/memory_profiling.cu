// The same contract in other words: scopes release the graph, and the sizes come from the last parameter, too.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>

#include "memory_profiling.h"

namespace gt = gridmark::tensor;

namespace {

struct Profile {
  std::vector<MemorySample> samples;
  void next() {
    const char* stage = memory_stages[samples.size()];
    gt::note_stage(stage);
    samples.push_back({stage, gt::stage_log().back().allocated});
  }
};

gt::Tensor random_labels(std::int64_t classes, gt::Generator& generator) {
  std::vector<std::int32_t> labels(profiled_batch);
  std::generate(labels.begin(), labels.end(),
                [&] { return static_cast<std::int32_t>(generator.bits() % static_cast<std::uint32_t>(classes)); });
  return gt::Tensor::labels(labels).to(gt::Device::cuda());
}

}  // namespace

std::vector<MemorySample> profile_training_memory(gt::Module& model, gt::Optimizer& optimizer, gt::DType dtype) {
  Profile profile;
  profile.next();
  model.to(gt::Device::cuda());
  model.to(dtype);
  profile.next();
  gt::Generator generator(2024);
  const auto parameters = model.parameters();
  const gt::Tensor images =
      gt::Tensor::rand({profiled_batch, parameters.front().size(-1)}, generator).to(gt::Device::cuda()).to(dtype);
  const gt::Tensor labels = random_labels(parameters.back().size(0), generator);
  profile.next();
  {
    const gt::Tensor logits = model.forward(images);
    const gt::Tensor loss = gt::cross_entropy(logits, labels);
    profile.next();
    loss.backward();
    profile.next();
    std::printf("loss %g\n", loss.item());
  }
  profile.next();
  optimizer.step();
  profile.next();
  model.zero_grad();
  profile.next();
  return profile.samples;
}

AllocOutcome try_allocate(std::size_t bytes) {
  AllocOutcome outcome;
  std::size_t total;
  if (cudaMemGetInfo(&outcome.free_bytes, &total) != cudaSuccess) return outcome;
  for (const std::size_t wanted : {bytes, std::size_t{1} << 20}) {
    void* memory = nullptr;
    const bool worked = cudaMalloc(&memory, wanted) == cudaSuccess &&
                        (wanted == bytes || cudaMemset(memory, 0, wanted) == cudaSuccess);
    cudaDeviceSynchronize();
    cudaFree(memory);
    (wanted == bytes ? outcome.allocated : outcome.recovered) = worked;
    while (cudaGetLastError() != cudaSuccess) {
    }
  }
  if (bytes == std::size_t{1} << 20) outcome.recovered = outcome.allocated;
  return outcome;
}
