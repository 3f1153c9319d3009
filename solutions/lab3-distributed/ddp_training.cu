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

// BEGIN SOLUTION ring
//: // TODO: write the ring. In world - 1 steps each rank adds one chunk, in world - 1 more it passes the sums on.
//: void ring_all_reduce(Comm&, float*, std::size_t, cudaStream_t) {}
/// Chunk `index` of `world`. The index wraps around the ring.
struct Chunk {
  Chunk(std::size_t count, int world, int index) {
    const auto i = static_cast<std::size_t>((index % world + world) % world);
    const auto w = static_cast<std::size_t>(world);
    begin = count * i / w;
    size = count * (i + 1) / w - begin;
  }
  std::size_t begin, size;
  std::size_t bytes() const { return size * sizeof(float); }
};

/// Sends one chunk to the next rank while another one arrives from the previous rank.
static void pass_on(Comm& comm, const float* out, const Chunk& sent, float* in, const Chunk& received, int tag) {
  const int next = (comm.rank() + 1) % comm.world();
  const int last = (comm.rank() + comm.world() - 1) % comm.world();
  const Ticket sending = comm.isend(next, out, sent.bytes(), tag);
  comm.recv(last, in, received.bytes(), tag);
  comm.wait(sending);
}

void ring_all_reduce(Comm& comm, float* device, std::size_t count, cudaStream_t stream) {
  const int world = comm.world(), rank = comm.rank();
  float* arrived = nullptr;
  // cudaMalloc and cudaFree would wait for the whole device, and with it for the backward pass.
  check(cudaMallocAsync(&arrived, (count / static_cast<std::size_t>(world) + 1) * sizeof(float), stream));
  const auto release = [stream](float* memory) { cudaFreeAsync(memory, stream); };
  const std::unique_ptr<float, decltype(release)> owner(arrived, release);
  check(cudaStreamSynchronize(stream));
  for (int step = 0; step < world - 1; ++step) {
    const Chunk sent(count, world, rank - step), added(count, world, rank - step - 1);
    pass_on(comm, device + sent.begin, sent, arrived, added, step);
    if (added.size == 0) continue;
    add_kernel<<<blocks_for(added.size), threads, 0, stream>>>(device + added.begin, arrived, added.size);
    check(cudaGetLastError());
    check(cudaStreamSynchronize(stream));
  }
  for (int step = 0; step < world - 1; ++step) {
    const Chunk sent(count, world, rank + 1 - step), received(count, world, rank - step);
    pass_on(comm, device + sent.begin, sent, device + received.begin, received, world + step);
  }
}
// END SOLUTION ring

// ----------------------------------------------------------------------------------------------------
// 2. The samples of each rank.

DistributedSampler::DistributedSampler(std::int64_t n, int world, int rank, std::uint64_t seed, bool drop_last)
    : n_(n), world_(world), rank_(rank), seed_(seed), drop_last_(drop_last) {}

void DistributedSampler::set_epoch(std::uint64_t epoch) { epoch_ = epoch; }

// BEGIN SOLUTION sampler
//: // TODO: shuffle all samples, in the same order on all ranks and in another order in each epoch. Pad or cut
//: // the order to a multiple of world_. Then use every world_-th sample of it.
//: std::vector<std::int64_t> DistributedSampler::indices() const { return {}; }
std::vector<std::int64_t> DistributedSampler::indices() const {
  std::vector<std::int64_t> order(static_cast<std::size_t>(n_));
  std::iota(order.begin(), order.end(), 0);
  std::seed_seq seeds{seed_, seed_ >> 32, epoch_, epoch_ >> 32};
  std::mt19937_64 random(seeds);
  std::shuffle(order.begin(), order.end(), random);
  const auto world = static_cast<std::size_t>(world_);
  const std::size_t rows = drop_last_ ? order.size() / world : (order.size() + world - 1) / world;
  const std::vector<std::int64_t> start = order;
  for (std::size_t i = 0; order.size() < rows * world; ++i) order.push_back(start[i % start.size()]);
  std::vector<std::int64_t> mine;
  for (std::size_t i = 0; i < rows; ++i) mine.push_back(order[i * world + static_cast<std::size_t>(rank_)]);
  return mine;
}
// END SOLUTION sampler

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

// BEGIN SOLUTION start
//: // TODO: copy the parameters and the buffers of rank 0 to every rank.
//: static void start_alike(Module&, Comm&) {}
/// Copies the elements of rank 0 to all ranks, in order, for any strides of the tensor.
static void broadcast(Tensor tensor, Comm& comm) {
  Tensor values = tensor.detach().contiguous();
  if (comm.rank() == 0) {
    for (int other = 1; other < comm.world(); ++other) comm.send(other, values.data<float>(), values.bytes());
  } else {
    if (values.shares_storage_with(tensor)) values = values.clone();
    comm.recv(0, values.data<float>(), values.bytes());
    tensor.detach().copy_from(values);
  }
}

static void start_alike(Module& module, Comm& comm) {
  for (const Tensor& parameter : module.parameters()) broadcast(parameter, comm);
  for (const Tensor& buffer : module.buffers()) broadcast(buffer, comm);
}
// END SOLUTION start

// BEGIN SOLUTION buckets
//: // TODO: fill buckets with the parameters. Start with the last parameter.
//: static std::vector<Bucket> make_buckets(const std::vector<Tensor>&, std::size_t) { return {}; }
static std::vector<Bucket> make_buckets(const std::vector<Tensor>& parameters, std::size_t bucket_bytes) {
  std::vector<Bucket> buckets;
  for (auto parameter = parameters.rbegin(); parameter != parameters.rend(); ++parameter) {
    const auto count = static_cast<std::size_t>(parameter->numel());
    if (buckets.empty() || (buckets.back().count + count) * sizeof(float) > bucket_bytes) buckets.emplace_back();
    buckets.back().parameters.push_back(*parameter);
    buckets.back().count += count;
  }
  return buckets;
}
// END SOLUTION buckets

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

// BEGIN SOLUTION mean
//: // TODO: compute the mean over all ranks of the gradients in this bucket. This runs during the backward pass, so
//: // use the queue's stream for all copies and kernels.
//: static void average(Bucket&, Comm&, cudaStream_t) {}
static void average(Bucket& bucket, Comm& comm, cudaStream_t stream) {
  copy_gradients(bucket, true, stream);
  ring_all_reduce(comm, bucket.flat, bucket.count, stream);
  scale_kernel<<<blocks_for(bucket.count), threads, 0, stream>>>(bucket.flat, 1.0f / static_cast<float>(comm.world()),
                                                                 bucket.count);
  check(cudaGetLastError());
  copy_gradients(bucket, false, stream);
}
// END SOLUTION mean

/// Posts the next bucket.
static void post(Bucket& bucket, Comm& comm, Queue& queue) {
  // BEGIN SOLUTION post
  //: // TODO: record bucket.ready after the gradients, and post the work that computes the bucket's mean.
  complete_gradients(bucket);
  check(cudaEventRecord(bucket.ready, nullptr));
  queue.post(bucket.ready, [&bucket, &comm, &queue] { average(bucket, comm, queue.stream()); });
  // END SOLUTION post
}

DistributedDataParallel::DistributedDataParallel(Module& module, Comm& comm, std::size_t bucket_bytes)
    : state_(std::make_unique<State>(module, comm)) {
  start_alike(module, comm);
  state_->buckets = make_buckets(module.parameters(), bucket_bytes);
  for (std::size_t i = 0; i < state_->buckets.size(); ++i) {
    Bucket& bucket = state_->buckets[i];
    check(cudaMalloc(&bucket.flat, bucket.count * sizeof(float)));
    check(cudaEventCreateWithFlags(&bucket.ready, cudaEventDefault));
    // BEGIN SOLUTION hooks
    //: // TODO: use on_gradient for the bucket's parameters. Post each bucket when its last gradient is complete.
    //: // All ranks must post their buckets in the same order.
    for (Tensor parameter : bucket.parameters) {
      state_->hooked.push_back(parameter);
      state_->hooks.push_back(parameter.on_gradient([state = state_.get(), i](const Tensor&) {
        if (!state->syncs) return;
        --state->buckets[i].missing;
        while (state->posted < state->buckets.size() && state->buckets[state->posted].missing == 0)
          post(state->buckets[state->posted++], state->comm, state->queue);
      }));
    }
    // END SOLUTION hooks
  }
}

DistributedDataParallel::~DistributedDataParallel() {
  // BEGIN SOLUTION teardown
  //: // TODO: wait, because other ranks can still need messages from this one. A destructor must not throw.
  try {
    wait();
  } catch (const std::exception&) {  // the other ranks know of the error, or have ended
  }
  // END SOLUTION teardown
}

Tensor DistributedDataParallel::forward(const Tensor& x) { return state_->module.forward(x); }

void DistributedDataParallel::backward(const Tensor& loss) {
  // BEGIN SOLUTION backward
  //: // TODO: run the backward pass. Then post the buckets in which the loss did not use some parameter.
  State& state = *state_;
  for (Bucket& bucket : state.buckets) bucket.missing = bucket.parameters.size();
  state.posted = state.syncs ? 0 : state.buckets.size();
  loss.backward();
  while (state.posted < state.buckets.size()) post(state.buckets[state.posted++], state.comm, state.queue);
  // END SOLUTION backward
}

void DistributedDataParallel::wait() {
  // BEGIN SOLUTION wait
  //: // TODO: wait until all gradients are means.
  state_->queue.wait_all();
  // END SOLUTION wait
}

std::size_t DistributedDataParallel::buckets() const { return state_->buckets.size(); }

std::vector<Tensor> DistributedDataParallel::parameters() const { return state_->module.parameters(); }

DistributedDataParallel::NoSync::NoSync(DistributedDataParallel& ddp) : ddp_(ddp) {
  // BEGIN SOLUTION no_sync
  //: // TODO: from here on, gradients stay on this rank.
  ddp_.state_->syncs = false;
  // END SOLUTION no_sync
}

DistributedDataParallel::NoSync::~NoSync() { ddp_.state_->syncs = true; }
