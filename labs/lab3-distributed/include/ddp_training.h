#pragma once
// One training on several ranks: what your ddp_training.cu makes work.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "labkit/comm/comm.h"
#include "labkit/comm/queue.h"
#include "labkit/tensor/tensor.h"

/// The sum over all ranks, in place and on every rank: the same to the last bit on all of them.
///
/// device  `count` floats of this rank's device; count is the same on all ranks, and may be 0 or below the
///         number of ranks
/// stream  what the device memory depends on is queued there, and so are your kernels; when the function
///         returns, they are done
/// errors  CommError of the Comm passes through; a CUDA call that fails throws gridmark::tensor::DeviceError
/// bytes   2 * (world - 1) * 4 * count over all ranks together, and within 8 bytes of the mean on each rank
/// source  Patarasuk & Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations, 2009
void ring_all_reduce(gridmark::comm::Comm& comm, float* device, std::size_t count, cudaStream_t stream);

/// Which samples a rank trains on. All ranks get equally many, and together every sample.
class DistributedSampler {
 public:
  /// n  samples, at least 1; may be below `world`
  /// drop_last  leaves out what does not divide by `world`; else the order is padded from its start
  DistributedSampler(std::int64_t n, int world, int rank, std::uint64_t seed, bool drop_last = false);
  /// Another order of all samples for each epoch, the same on all ranks; 0 at first.
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
  /// Parameters and buffers become those of rank 0. The parameters are f32 and lie on the device.
  ///
  /// bucket_bytes  gradients travel together until they are this large: a bucket is full when the next
  ///               parameter would make it larger. The last parameters fill the first bucket.
  DistributedDataParallel(gridmark::tensor::Module& module, gridmark::comm::Comm& comm, std::size_t bucket_bytes);
  /// Waits for what is still on its way.
  ~DistributedDataParallel() override;

  gridmark::tensor::Tensor forward(const gridmark::tensor::Tensor& x) override;
  /// Gradients of this rank's loss, and their mean over the ranks: each bucket is posted as soon as its last
  /// gradient is complete, while earlier layers still compute. A parameter that the loss does not use counts
  /// as a gradient of zeros, and still gets the mean of the others'.
  void backward(const gridmark::tensor::Tensor& loss);
  /// Returns when all gradients are the means.
  void wait();
  std::size_t buckets() const;

  std::vector<gridmark::tensor::Tensor> parameters() const override;

  /// While one lives, forward() and backward() only add up this rank's gradients. The first backward() after
  /// it makes them means.
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
