#pragma once
// Runs the operations of memory_operations.h: a part of adaptor.cu.
#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "labkit/channel/device_array.h"
#include "labkit/tensor/tensor.h"
#include "labs/lab1-gpu-basics/include/memory_profiling.h"
#include "labs/lab1-gpu-basics/memory_operations.h"

namespace gridmark::lab1 {

inline std::unique_ptr<tensor::Module> network(const channel::In<std::int32_t>& widths) {
  tensor::Generator generator(1);
  auto net = std::make_unique<tensor::Sequential>();
  for (std::size_t layer = 0; layer + 1 < widths.size(); ++layer) {
    if (layer > 0) net->add(std::make_shared<tensor::ReLU>());
    net->add(std::make_shared<tensor::Linear>(widths.values()[layer], widths.values()[layer + 1], generator));
  }
  return net;
}

inline std::unique_ptr<tensor::Optimizer> optimizer_for(const tensor::Module& net, Rule rule) {
  if (rule == Rule::adam) return std::make_unique<tensor::Adam>(net.parameters());
  return std::make_unique<tensor::SGD>(net.parameters(), 0.01f, rule == Rule::momentum ? 0.9f : 0.0f);
}

template <class Lines, class Bytes>
void copy_lines(const Lines& lines, channel::Out<NamedBytes>& to, Bytes bytes_of) {
  for (std::size_t i = 0; i < std::min(lines.size(), to.size()); ++i) {
    NamedBytes line{};
    std::strncpy(line.stage, lines[i].stage.c_str(), sizeof line.stage - 1);
    line.bytes = bytes_of(lines[i]);
    to.writable()[i] = line;
  }
}

inline channel::Status profile(ProfileMemory& op) {
  using tensor::DType, tensor::Device, tensor::Tensor;
  const auto net = network(op.widths);
  const auto optimizer = optimizer_for(*net, op.rule);
  const Tensor ballast =
      Tensor::empty({static_cast<std::int64_t>(op.ballast / sizeof(float))}, DType::f32, Device::cuda());
  tensor::clear_stage_log();
  ProfileFacts facts{};
  facts.before = tensor::memory_stats().allocated;
  std::vector<MemorySample> samples;
  const channel::Status status = channel::graded([&] {
    samples = profile_training_memory(*net, *optimizer, op.precision == Precision::f16 ? DType::f16 : DType::f32);
    return cudaSuccess;
  });
  facts.after = tensor::memory_stats().allocated;
  facts.samples = samples.size();
  facts.notes = tensor::stage_log().size();
  copy_lines(samples, op.samples, [](const MemorySample& one) { return one.bytes; });
  copy_lines(tensor::stage_log(), op.notes, [](const tensor::StageNote& one) { return one.allocated; });
  op.facts.writable()[0] = facts;
  return status;
}

inline std::size_t free_memory() {
  std::size_t free = 0, total = 0;
  channel::require(cudaMemGetInfo(&free, &total));
  return free;
}

static __global__ void write_a_word(int* word) { *word = 42; }

/// Whether an allocation, a kernel and a copy back succeed.
inline bool device_works() {
  int* word = nullptr;
  if (cudaMalloc(reinterpret_cast<void**>(&word), sizeof(int)) != cudaSuccess) return false;
  write_a_word<<<1, 1>>>(word);
  int answer = 0;
  const bool copied = cudaMemcpy(&answer, word, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess;
  cudaFree(word);
  return copied && answer == 42;
}

inline channel::Status attempt(TryAllocate& op) {
  constexpr double least_share = 1e-9;
  std::size_t free = 0, total = 0;
  channel::require(cudaMemGetInfo(&free, &total));
  const auto bytes_of = [&](double share) { return static_cast<std::size_t>(share * static_cast<double>(total)); };
  void* taken = nullptr;
  if (op.taken > 0) channel::require(cudaMalloc(&taken, bytes_of(op.taken)));
  AllocationFacts facts{};
  facts.asked = op.share < least_share ? std::size_t{1} << 20 : bytes_of(op.share);
  facts.free_before = free_memory();
  const channel::Status status = channel::graded([&] {
    const AllocOutcome outcome = try_allocate(facts.asked);
    facts.allocated = outcome.allocated;
    facts.recovered = outcome.recovered;
    facts.reported_free = outcome.free_bytes;
    facts.pending = static_cast<std::uint64_t>(cudaGetLastError());
    return cudaSuccess;
  });
  facts.free_after = free_memory();
  facts.works = device_works();
  cudaFree(taken);
  op.facts.writable()[0] = facts;
  return status;
}

GRIDMARK_OPERATION(ProfileMemory, op) {
  const channel::Status status = profile(op);
  tensor::empty_cache();  // the rest belongs to the submission
  return status;
}

GRIDMARK_OPERATION(TryAllocate, op) { return attempt(op); }

}  // namespace gridmark::lab1
