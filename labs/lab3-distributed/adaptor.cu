// Runs lab 3's operations on the device, with the student's functions.
#include "labkit/channel/device_array.h"
#include "labkit/channel/worker.h"
#include "labs/lab3-distributed/accumulation_adaptor.cuh"
#include "labs/lab3-distributed/checkpoint_adaptor.cuh"
#include "labs/lab3-distributed/scaling_adaptor.cuh"
#include "labs/lab3-distributed/train_adaptor.cuh"

namespace gridmark::lab3 {

using channel::DeviceArray;
using channel::Status;

/// Takes much longer than a copy. A ring that does not wait for its stream sends the old values.
__global__ void make_late(float* x, std::size_t count) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) x[i] += 1;
}

GRIDMARK_OPERATION(RingSum, op) {
  DeviceArray<float> x(op.x, "x");
  cudaStream_t stream = nullptr;
  channel::require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  channel::require(cudaDeviceSynchronize());
  Status status;
  {
    comm::Comm comm(op.network.take(), op.rank, op.world);
    const auto blocks = static_cast<unsigned>((op.count + 255) / 256);
    if (op.late && blocks > 0) make_late<<<blocks, 256, 0, stream>>>(x.data() + op.begin, op.count);
    status = channel::graded([&] {
      for (int i = 0; i < op.repeats; ++i) ring_all_reduce(comm, x.data() + op.begin, op.count, stream);
      return cudaSuccess;
    });
  }
  x.copy_to(op.sum);
  cudaStreamDestroy(stream);
  return status;
}

GRIDMARK_OPERATION(Sample, op) {
  const std::size_t rows = op.indices.size() / static_cast<std::size_t>(op.world);
  for (int rank = 0; rank < op.world; ++rank) {
    DistributedSampler sampler(op.n, op.world, rank, op.seed, op.drop_last);
    sampler.set_epoch(op.epoch);
    const std::vector<std::int64_t> indices = sampler.indices();
    const auto r = static_cast<std::size_t>(rank);
    op.counts.writable()[r] = static_cast<std::int64_t>(indices.size());
    for (std::size_t i = 0; i < std::min(rows, indices.size()); ++i) op.indices.writable()[r * rows + i] = indices[i];
  }
  return {};
}

GRIDMARK_OPERATION(Train, op) { return run_training(op); }

GRIDMARK_OPERATION(ForwardOnDevices, op) { return forward_on_devices(op); }
GRIDMARK_OPERATION(Accumulate, op) { return run_accumulation(op); }
GRIDMARK_OPERATION(RingTime, op) { return run_ring_time(op); }
GRIDMARK_OPERATION(Analyse, op) { return run_analyse(op); }
GRIDMARK_OPERATION(Scale, op) { return run_scaled(op); }

}  // namespace gridmark::lab3
