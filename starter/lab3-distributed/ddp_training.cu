// Lab 3: one training on several ranks.
// Read ddp_training.h first. It contains the contract.
#include "ddp_training.h"

#include <algorithm>
#include <numeric>
#include <random>

using namespace gridmark::tensor;
using gridmark::comm::Comm;
using gridmark::comm::Queue;
using gridmark::comm::Ticket;

/// Checks the result of a CUDA call. Throws DeviceError.
static void check(cudaError_t error) {
  if (error != cudaSuccess) throw DeviceError(cudaGetErrorString(error));
}

constexpr int threads = 256;

static unsigned blocks_for(std::size_t count) { return static_cast<unsigned>((count + threads - 1) / threads); }

// ----------------------------------------------------------------------------------------------------
// 1. The ring.

__global__ void add_kernel(float* sum, const float* values, std::size_t count) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) sum[i] += values[i];
}

// TODO: write the ring. In world - 1 steps each rank adds one chunk, in world - 1 more it passes the sums on.
void ring_all_reduce(Comm&, float*, std::size_t, cudaStream_t) {}

// ----------------------------------------------------------------------------------------------------
// 2. The samples of each rank.

DistributedSampler::DistributedSampler(std::int64_t n, int world, int rank, std::uint64_t seed, bool drop_last)
    : n_(n), world_(world), rank_(rank), seed_(seed), drop_last_(drop_last) {}

void DistributedSampler::set_epoch(std::uint64_t epoch) { epoch_ = epoch; }

// TODO: shuffle all samples, in the same order on all ranks and in another order in each epoch. Pad or cut
// the order to a multiple of world_. Then use every world_-th sample of it.
std::vector<std::int64_t> DistributedSampler::indices() const { return {}; }

// ----------------------------------------------------------------------------------------------------
// 3. Gradients that are means.

/// Gradients that travel together.
struct Bucket {
  std::vector<Tensor> parameters;
  std::size_t count = 0;    ///< elements of all parameters
  std::size_t missing = 0;  ///< gradients that are not complete yet in this backward pass
  float* flat = nullptr;    ///< on the device
  cudaEvent_t ready = nullptr;
};

struct DistributedDataParallel::State {
  State(Module& wrapped, Comm& ranks) : module(wrapped), comm(ranks), queue(ranks) {}
  ~State() {
    for (std::size_t i = 0; i < hooks.size(); ++i) hooked[i].remove_gradient_hook(hooks[i]);
    for (Bucket& bucket : buckets) {
      cudaFree(bucket.flat);
      cudaEventDestroy(bucket.ready);
    }
  }

  Module& module;
  Comm& comm;
  Queue queue;
  std::vector<Bucket> buckets;
  std::vector<Tensor> hooked;
  std::vector<std::uint64_t> hooks;
  std::size_t posted = 0;  ///< buckets posted in this backward pass
  bool syncs = true;
};

// TODO: copy the parameters and the buffers of rank 0 to every rank.
static void start_alike(Module&, Comm&) {}

// TODO: fill buckets with the parameters. Start with the last parameter.
static std::vector<Bucket> make_buckets(const std::vector<Tensor>&, std::size_t) { return {}; }

__global__ void scale_kernel(float* values, float factor, std::size_t count) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= factor;
}

/// Copies between the gradients and the bucket's flat memory. Each parameter must have a contiguous gradient.
static void copy_gradients(Bucket& bucket, bool to_flat, cudaStream_t stream) {
  std::size_t at = 0;
  for (Tensor& parameter : bucket.parameters) {
    const Tensor gradient = parameter.grad();
    float* const values = gradient.data<float>();
    const std::size_t bytes = gradient.bytes();
    check(cudaMemcpyAsync(to_flat ? bucket.flat + at : values, to_flat ? values : bucket.flat + at, bytes,
                          cudaMemcpyDeviceToDevice, stream));
    at += static_cast<std::size_t>(gradient.numel());
  }
}

/// Makes each gradient contiguous. A parameter without a gradient gets zeros.
static void complete_gradients(Bucket& bucket) {
  for (Tensor& parameter : bucket.parameters) {
    const Tensor gradient = parameter.grad();
    if (!gradient.defined())
      parameter.set_grad(Tensor::zeros(parameter.shape(), DType::f32, parameter.device()));
    else if (!gradient.is_contiguous())
      parameter.set_grad(gradient.contiguous());
  }
}

// TODO: compute the mean over all ranks of the gradients in this bucket. This runs during the backward pass, so
// use the queue's stream for all copies and kernels.
static void average(Bucket&, Comm&, cudaStream_t) {}

/// Posts the next bucket.
static void post(Bucket& bucket, Comm& comm, Queue& queue) {
  // TODO: record bucket.ready after the gradients, and post the work that computes the bucket's mean.
}

DistributedDataParallel::DistributedDataParallel(Module& module, Comm& comm, std::size_t bucket_bytes)
    : state_(std::make_unique<State>(module, comm)) {
  start_alike(module, comm);
  state_->buckets = make_buckets(module.parameters(), bucket_bytes);
  for (std::size_t i = 0; i < state_->buckets.size(); ++i) {
    Bucket& bucket = state_->buckets[i];
    check(cudaMalloc(&bucket.flat, bucket.count * sizeof(float)));
    check(cudaEventCreateWithFlags(&bucket.ready, cudaEventDefault));
    // TODO: use on_gradient for the bucket's parameters. Post each bucket when its last gradient is complete.
    // All ranks must post their buckets in the same order.
  }
}

DistributedDataParallel::~DistributedDataParallel() {
  // TODO: wait, because other ranks can still need messages from this one. A destructor must not throw.
}

Tensor DistributedDataParallel::forward(const Tensor& x) { return state_->module.forward(x); }

void DistributedDataParallel::backward(const Tensor& loss) {
  // TODO: run the backward pass. Then post the buckets in which the loss did not use some parameter.
}

void DistributedDataParallel::wait() {
  // TODO: wait until all gradients are means.
}

std::size_t DistributedDataParallel::buckets() const { return state_->buckets.size(); }

std::vector<Tensor> DistributedDataParallel::parameters() const { return state_->module.parameters(); }

DistributedDataParallel::NoSync::NoSync(DistributedDataParallel& ddp) : ddp_(ddp) {
  // TODO: from here on, gradients stay on this rank.
}

DistributedDataParallel::NoSync::~NoSync() { ddp_.state_->syncs = true; }
