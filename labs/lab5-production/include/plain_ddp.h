#pragma once
// Plain data parallel training, given: a share of the samples for each rank, and sums over the ranks.
// After the backward pass all gradients go to rank 0, and their sum comes back. Lab 3 uses a ring instead, and sends
// during the backward pass.
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "labkit/comm/comm.h"
#include "labkit/tensor/tensor.h"

/// The samples of one rank in an epoch, in order. Each epoch has another order of all samples. The last n % world
/// samples of this order are not used, so all ranks have the same number.
inline std::vector<std::int64_t> shard(std::int64_t n, const gridmark::comm::Comm& comm, std::uint64_t seed,
                                       std::int64_t epoch) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  gridmark::tensor::Generator draw(seed + 1000003 * static_cast<std::uint64_t>(epoch));
  for (std::size_t i = 0; i + 1 < all.size(); ++i) std::swap(all[i], all[i + draw.bits() % (all.size() - i)]);
  const std::int64_t share = n / comm.world();
  return {all.begin() + share * comm.rank(), all.begin() + share * (comm.rank() + 1)};
}

/// Sums each tensor over all ranks, in place. Every rank gets the same bits. All ranks must pass contiguous f32
/// tensors of the same shapes. With a single rank nothing is copied.
inline void sum_over_ranks(const std::vector<gridmark::tensor::Tensor>& tensors, gridmark::comm::Comm& comm) {
  if (comm.world() == 1) return;
  std::vector<float> values;
  for (const auto& tensor : tensors)
    for (const float value : tensor.to_vector()) values.push_back(value);
  const std::size_t bytes = values.size() * sizeof(float);
  if (comm.rank() > 0) {
    comm.send(0, values.data(), bytes);
    comm.recv(0, values.data(), bytes);
  } else {
    std::vector<float> theirs(values.size());
    for (int rank = 1; rank < comm.world(); ++rank) {
      comm.recv(rank, theirs.data(), bytes);
      for (std::size_t i = 0; i < values.size(); ++i) values[i] += theirs[i];
    }
    for (int rank = 1; rank < comm.world(); ++rank) comm.send(rank, values.data(), bytes);
  }
  auto next = values.begin();
  for (const auto& tensor : tensors) {
    const auto end = next + tensor.numel();
    tensor.detach().copy_from(gridmark::tensor::Tensor::from({next, end}, tensor.shape()));
    next = end;
  }
}
