// Lab 3: one training on several ranks.
// Read ddp_training.h first: it holds the contract.
#include "ddp_training.h"

#include <algorithm>
#include <numeric>
#include <random>

using namespace gridmark::tensor;
using gridmark::comm::Comm;
using gridmark::comm::Queue;
using gridmark::comm::Ticket;

/// For results of CUDA: throws DeviceError.
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

// TODO: write the ring: world - 1 steps that add up one chunk each, and world - 1 steps that pass the sums on.
void ring_all_reduce(Comm&, float*, std::size_t, cudaStream_t) {}

// ----------------------------------------------------------------------------------------------------
// 2. Which samples a rank trains on.

DistributedSampler::DistributedSampler(std::int64_t n, int world, int rank, std::uint64_t seed, bool drop_last)
    : n_(n), world_(world), rank_(rank), seed_(seed), drop_last_(drop_last) {}

void DistributedSampler::set_epoch(std::uint64_t epoch) { epoch_ = epoch; }

// TODO: one shuffled order of all samples, the same on all ranks and another one in each epoch; pad it or cut
// it until it divides by the ranks, and take every world_-th of it.
std::vector<std::int64_t> DistributedSampler::indices() const { return {}; }

// ----------------------------------------------------------------------------------------------------
// 3. Gradients that are means.

/// Gradients that travel together.
struct Bucket {
  std::vector<Tensor> parameters;
  std::size_t count = 0;    ///< of all their elements
  std::size_t missing = 0;  ///< gradients that are not complete in this backward pass
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
  std::size_t posted = 0;  ///< buckets of this backward pass
  bool syncs = true;
};

// TODO: every rank starts with the parameters and the buffers of rank 0.
static void start_alike(Module&, Comm&) {}

// TODO: fill buckets with the parameters, the last ones first.
static std::vector<Bucket> make_buckets(const std::vector<Tensor>&, std::size_t) { return {}; }

__global__ void scale_kernel(float* values, float factor, std::size_t count) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= factor;
}

/// Copies between the gradients and the bucket's flat memory; a parameter without a gradient gets one of zeros.
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

/// Gradients whose elements lie one after the other.
static void complete_gradients(Bucket& bucket) {
  for (Tensor& parameter : bucket.parameters) {
    const Tensor gradient = parameter.grad();
    if (!gradient.defined())
      parameter.set_grad(Tensor::zeros(parameter.shape(), DType::f32, parameter.device()));
    else if (!gradient.is_contiguous())
      parameter.set_grad(gradient.contiguous());
  }
}

// TODO: the mean over all ranks of the gradients in this bucket. It runs beside the backward pass: what it gives
// to the device goes to the queue's stream.
static void average(Bucket&, Comm&, cudaStream_t) {}

/// Posts the next bucket.
static void post(Bucket& bucket, Comm& comm, Queue& queue) {
  // TODO: record bucket.ready behind the gradients, and post the bucket's mean.
}

DistributedDataParallel::DistributedDataParallel(Module& module, Comm& comm, std::size_t bucket_bytes)
    : state_(std::make_unique<State>(module, comm)) {
  start_alike(module, comm);
  state_->buckets = make_buckets(module.parameters(), bucket_bytes);
  for (std::size_t i = 0; i < state_->buckets.size(); ++i) {
    Bucket& bucket = state_->buckets[i];
    check(cudaMalloc(&bucket.flat, bucket.count * sizeof(float)));
    check(cudaEventCreateWithFlags(&bucket.ready, cudaEventDefault));
    // TODO: watch the gradients of the bucket's parameters, and post each bucket when its last one is complete.
    // All ranks must post their buckets in the same order.
  }
}

DistributedDataParallel::~DistributedDataParallel() {
  // TODO: other ranks may still wait for this one's messages. No exception may leave a destructor.
}

Tensor DistributedDataParallel::forward(const Tensor& x) { return state_->module.forward(x); }

void DistributedDataParallel::backward(const Tensor& loss) {
  // TODO: run the backward pass; then post the buckets whose gradients were not all used.
}

void DistributedDataParallel::wait() {
  // TODO: wait until the gradients are means.
}

std::size_t DistributedDataParallel::buckets() const { return state_->buckets.size(); }

std::vector<Tensor> DistributedDataParallel::parameters() const { return state_->module.parameters(); }

DistributedDataParallel::NoSync::NoSync(DistributedDataParallel& ddp) : ddp_(ddp) {
  // TODO: from here on gradients stay this rank's own.
}

DistributedDataParallel::NoSync::~NoSync() { ddp_.state_->syncs = true; }
