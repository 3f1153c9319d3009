#pragma once
// One training on several ranks. Your ddp_training.cu implements these functions.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "labkit/comm/comm.h"
#include "labkit/comm/queue.h"
#include "labkit/tensor/tensor.h"

/// Computes the sum over all ranks, in place. Every rank gets the same bits.
///
/// device  `count` floats on this rank's device. All ranks pass the same count. It can be 0 or less than the
///         number of ranks.
/// stream  The work that writes `device` is queued there. Launch your kernels there too. They must be done
///         when the function returns.
/// errors  A CommError of the Comm passes through. A CUDA call that fails throws
///         gridmark::tensor::DeviceError.
/// bytes   All ranks together send 2 * (world - 1) * 4 * count. Each rank sends 1 / world of this, within 8 bytes.
/// source  Patarasuk & Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations, 2009
void ring_all_reduce(gridmark::comm::Comm& comm, float* device, std::size_t count, cudaStream_t stream);

/// Chooses a rank's samples. All ranks get the same number, and together they get all samples that drop_last keeps.
class DistributedSampler {
 public:
  /// n          samples, at least 1. It can be less than `world`.
  /// drop_last  cuts the order to a multiple of `world`. If false, samples from its start are added instead.
  DistributedSampler(std::int64_t n, int world, int rank, std::uint64_t seed, bool drop_last = false);
  /// Sets the epoch, 0 at first. Each epoch has a different order of all samples, the same on all ranks.
  void set_epoch(std::uint64_t epoch);
  std::vector<std::int64_t> indices() const;

 private:
  std::int64_t n_;
  int world_, rank_;
  std::uint64_t seed_, epoch_ = 0;
  bool drop_last_;
};

/// A module whose gradients are means over all ranks.
///
///   DistributedDataParallel ddp(net, comm, 1 << 20);
///   ddp.backward(cross_entropy(ddp.forward(x), labels));
///   ddp.wait();
///   optimizer.step();
class DistributedDataParallel : public gridmark::tensor::Module {
 public:
  /// Copies the parameters and buffers of rank 0 to all ranks. The parameters are f32 and on the device.
  ///
  /// bucket_bytes  size of a bucket of gradients. A bucket is full when the next parameter would make it
  ///               larger than this. The last parameters fill the first bucket.
  DistributedDataParallel(gridmark::tensor::Module& module, gridmark::comm::Comm& comm, std::size_t bucket_bytes);
  /// Waits for buckets that are still on their way.
  ~DistributedDataParallel() override;

  gridmark::tensor::Tensor forward(const gridmark::tensor::Tensor& x) override;
  /// Computes the gradients of this rank's loss and starts their mean over the ranks. It posts each bucket as
  /// soon as its last gradient is complete, while earlier layers still compute. A parameter that the loss
  /// does not use counts as a gradient of zeros. It still gets the mean over the ranks.
  void backward(const gridmark::tensor::Tensor& loss);
  /// Waits until all gradients are means.
  void wait();
  std::size_t buckets() const;

  std::vector<gridmark::tensor::Tensor> parameters() const override;

  /// While a NoSync lives, forward() and backward() only add up this rank's gradients. The first backward()
  /// after it also makes the sums means over the ranks.
  class NoSync {
   public:
    explicit NoSync(DistributedDataParallel& ddp);
    ~NoSync();
    NoSync(const NoSync&) = delete;
    NoSync& operator=(const NoSync&) = delete;

   private:
    DistributedDataParallel& ddp_;
  };

 private:
  struct State;
  std::unique_ptr<State> state_;
};
