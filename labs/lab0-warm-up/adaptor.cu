// Runs lab 0's operations on the device, with the student's functions.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "labkit/exam/device_array.h"
#include "labkit/tensor/product.h"
#include "labs/lab0-warm-up/include/device_report.h"
#include "labs/lab0-warm-up/include/pitfalls.h"
#include "labs/lab0-warm-up/include/transfers.h"
#include "labs/lab0-warm-up/operations.h"

using namespace gridmark::lab0;
using namespace gridmark::tensor;
using gridmark::exam::DeviceArray;
using gridmark::exam::graded;
using gridmark::exam::In;
using gridmark::exam::Out;
using gridmark::exam::require;
using gridmark::exam::Status;
using gridmark::exam::status_of;

namespace {

void put(const std::string& text, Out<char>& output) {
  const auto room = output.writable();
  std::fill(room.begin(), room.end(), '\0');
  std::memcpy(room.data(), text.data(), std::min(text.size(), room.size() - 1));
}

template <class T>
void put(const std::vector<T>& values, Out<T>& output) {
  const auto room = output.writable();
  std::copy_n(values.begin(), std::min(values.size(), room.size()), room.begin());
}

template <class T>
std::vector<T> values_of(const In<T>& input) {
  return {input.values().begin(), input.values().end()};
}

// ---- Part 1

/// Must come before the first call of CUDA: the number of devices never changes in a process.
void have_devices(int wanted) {
  setenv("GRIDMARK_DEVICES", std::to_string(wanted).c_str(), 1);
  int there = 0;
  const cudaError_t error = cudaGetDeviceCount(&there);
  cudaGetLastError();
  if (there != wanted || (error == cudaSuccess) != (wanted > 0))
    throw std::runtime_error("this question needs " + std::to_string(wanted) + " devices, and here are " +
                             std::to_string(there));
}

/// What describe_device should say.
DeviceInfo true_info(int device) {
  cudaDeviceProp properties;
  require(cudaGetDeviceProperties(&properties, device));
  int before = 0;
  require(cudaGetDevice(&before));
  require(cudaSetDevice(device));
  std::size_t free_bytes = 0, total_bytes = 0;
  require(cudaMemGetInfo(&free_bytes, &total_bytes));
  require(cudaSetDevice(before));
  return {properties.name, properties.major, properties.minor,
          total_bytes,     free_bytes,       total_bytes - free_bytes};
}

void put(const DeviceInfo& info, Out<std::int64_t>& numbers, Out<char>& text) {
  std::int64_t* to = numbers.writable().data() + device_numbers::first;
  for (const std::size_t value : {static_cast<std::size_t>(info.major), static_cast<std::size_t>(info.minor),
                                  info.total_bytes, info.free_bytes, info.allocated_bytes})
    *to++ = static_cast<std::int64_t>(value);
  put(info.name, text);
}

void put(const Versions& versions, Out<std::int64_t>& numbers) {
  std::int64_t* to = numbers.writable().data() + device_numbers::first;
  for (const int value :
       {versions.driver_major, versions.driver_minor, versions.runtime_major, versions.runtime_minor})
    *to++ = value;
}

/// What `info` holds before a call, and after one that fails.
const DeviceInfo untouched{"untouched", 1, 2, 3, 4, 5};

/// What the submission should find.
void tell_expected(AskDevices& op) {
  using Question = AskDevices::Question;
  const auto numbers = op.expected.writable();
  const bool there = op.device >= 0 && op.device < op.devices;
  const bool about_one = op.question == Question::describe || op.question == Question::select;
  std::fill(numbers.begin(), numbers.end(), 0);
  put("", op.expected_text);
  numbers[device_numbers::error] = about_one && !there ? cudaErrorInvalidDevice : cudaSuccess;
  numbers[device_numbers::left_behind] = cudaSuccess;
  numbers[device_numbers::current] = op.question == Question::select && there ? op.device : op.current;
  if (op.question == Question::count) numbers[device_numbers::first] = op.devices;
  if (op.question == Question::describe)
    put(there ? true_info(op.device) : untouched, op.expected, op.expected_text);
  if (op.question == Question::versions) {
    int driver = 0, runtime = 0;
    require(cudaDriverGetVersion(&driver));
    require(cudaRuntimeGetVersion(&runtime));
    put(Versions{driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10}, op.expected);
  }
  if (op.question != Question::report) return;
  std::string report;
  for (int device = 0; device < op.devices; ++device) {
    const DeviceInfo info = true_info(device);
    report += "device " + std::to_string(device) + ": " + info.name + ", compute capability " +
              std::to_string(info.major) + "." + std::to_string(info.minor) + ", " +
              std::to_string(info.total_bytes >> 20) + " MiB, " + std::to_string(info.free_bytes >> 20) +
              " MiB free\n";
  }
  put(report.empty() ? "no CUDA device: nothing here can run a kernel\n" : report, op.expected_text);
}

/// Asks the submission. returns  what its function returned
cudaError_t ask_submission(AskDevices& op) {
  std::fill(op.found.writable().begin(), op.found.writable().end(), 0);
  put("", op.found_text);
  switch (op.question) {
    case AskDevices::Question::count:
      op.found.writable()[device_numbers::first] = count_devices();
      return cudaSuccess;
    case AskDevices::Question::describe: {
      DeviceInfo info = untouched;
      const cudaError_t error = describe_device(op.device, info);
      put(info, op.found, op.found_text);
      return error;
    }
    case AskDevices::Question::versions: {
      Versions versions;
      const cudaError_t error = read_versions(versions);
      put(versions, op.found);
      return error;
    }
    case AskDevices::Question::select:
      return select_device(op.device);
    case AskDevices::Question::report:
      put(device_report(), op.found_text);
      return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

}  // namespace

GRIDMARK_OPERATION(AskDevices, op) {
  have_devices(op.devices);
  void* busy = nullptr;
  if (op.busy_device >= 0) {
    require(cudaSetDevice(op.busy_device));
    require(cudaMalloc(&busy, static_cast<std::size_t>(op.busy_bytes)));
  }
  if (op.devices > 0) require(cudaSetDevice(op.current));
  tell_expected(op);

  gridmark::exam::begin_graded_section();
  const cudaError_t returned = ask_submission(op);
  gridmark::exam::end_graded_section();

  const auto found = op.found.writable();
  found[device_numbers::error] = returned;
  found[device_numbers::left_behind] = cudaGetLastError();
  int current = op.current;
  if (op.devices > 0) require(cudaGetDevice(&current));
  found[device_numbers::current] = current;
  if (busy != nullptr) require(cudaFree(busy));
  return returned == cudaErrorNotSupported ? status_of(returned) : Status{};
}

// ---- Part 2

GRIDMARK_OPERATION(HelloMatmul, op) {
  return graded([&] { return hello_matmul(op.a.data(), op.b.data(), op.c.writable().data(), op.n); });
}

namespace {

/// Milliseconds that events tell of a copy of `bytes` bytes there, and back.
void time_plain_copies(const void* from, void* to, std::size_t bytes, double* ms) {
  void* device = nullptr;
  require(cudaMalloc(&device, bytes));
  cudaEvent_t events[3];
  for (cudaEvent_t& event : events) require(cudaEventCreate(&event));
  require(cudaEventRecord(events[0]));
  require(cudaMemcpy(device, from, bytes, cudaMemcpyHostToDevice));
  require(cudaEventRecord(events[1]));
  require(cudaMemcpy(to, device, bytes, cudaMemcpyDeviceToHost));
  require(cudaEventRecord(events[2]));
  require(cudaEventSynchronize(events[2]));
  for (int i = 0; i < 2; ++i) {
    float elapsed = 0;
    require(cudaEventElapsedTime(&elapsed, events[i], events[i + 1]));
    ms[i] = elapsed;
  }
  for (const cudaEvent_t event : events) require(cudaEventDestroy(event));
  require(cudaFree(device));
}

}  // namespace

GRIDMARK_OPERATION(TimeTransfers, op) {
  std::vector<float> scratch(op.host.size());
  time_plain_copies(op.host.data(), scratch.data(), op.host.size() * sizeof(float),
                    op.expected.writable().data());
  TransferTimes times;
  const Status status = graded(
      [&] { return time_transfers(op.host.data(), op.back.writable().data(), op.host.size(), times); });
  put(std::vector<double>{times.to_device_ms, times.to_host_ms, times.to_device_mb_per_s,
                          times.to_host_mb_per_s},
      op.found);
  return status;
}

GRIDMARK_OPERATION(CopyRows, op) {
  DeviceArray<float> device(op.device.size(), "device");
  const auto copy = op.at_once ? copy_rows_at_once : copy_rows_one_by_one;
  const Status status =
      graded([&] { return copy(op.host.data(), op.stride, device.data(), op.rows, op.columns); });
  device.copy_to(op.device);
  return status;
}

GRIDMARK_OPERATION(Step, op) {
  std::vector<float> host = values_of(op.before);
  const auto step = op.resident ? step_resident : step_with_round_trips;
  const Status status = graded([&] { return step(host.data(), host.size(), op.steps); });
  put(host, op.after);
  return status;
}

GRIDMARK_OPERATION(Upload, op) {
  DeviceArray<float> device(op.values.size(), "device");
  cudaStream_t stream = nullptr;
  require(cudaStreamCreate(&stream));
  float* pinned = nullptr;
  bool waits = false;
  Status status = graded([&] {
    if (const cudaError_t error = make_pinned(op.values.size(), pinned); error != cudaSuccess) return error;
    if (pinned == nullptr) return cudaErrorInvalidHostPointer;
    cudaPointerAttributes attributes{};
    const cudaError_t known = cudaPointerGetAttributes(&attributes, pinned);
    op.facts.writable()[0] = known == cudaSuccess && attributes.type == cudaMemoryTypeHost;
    std::copy(op.values.values().begin(), op.values.values().end(), pinned);
    const cudaError_t error = start_upload(pinned, device.data(), op.values.size(), stream);
    waits = cudaStreamQuery(stream) == cudaErrorNotReady;
    op.facts.writable()[1] = waits;
    return error;
  });
  require(cudaStreamSynchronize(stream));
  device.copy_to(op.uploaded);
  require(cudaStreamDestroy(stream));
  if (pinned != nullptr && op.facts.writable()[0] == 1) {
    const cudaError_t error = release_pinned(pinned);
    if (status.code == 0) status = status_of(error);
  }
  cudaGetLastError();
  return status;
}

// ---- Part 3

namespace {

/// The student's function gave no tensor or no net: `what` it is called.
Status gave_nothing(const char* what) {
  return {cudaErrorNotSupported, what, "is the function still to be written?"};
}

Tensor tensor_of(const In<float>& values, const Shape& shape, bool on_device = true) {
  return Tensor::from(values_of(values), shape, DType::f32, on_device ? Place::device() : Place::host());
}

std::int64_t size_of(const In<float>& values) { return static_cast<std::int64_t>(values.size()); }

/// Gives the device back what the kit's cache holds, at the end of an operation.
struct EmptyCache {
  ~EmptyCache() {
    cudaDeviceSynchronize();
    empty_cache();
  }
};

}  // namespace

GRIDMARK_OPERATION(Add, op) {
  const EmptyCache at_the_end;
  const Tensor a = tensor_of(op.a, {size_of(op.a)}, op.a_on_device);
  const Tensor b = tensor_of(op.b, {size_of(op.b)}, op.b_on_device);
  Tensor c;
  const Status status = graded([&] {
    c = add_anywhere(a, b);
    put(mismatch_message(a, b), op.message);
    return cudaSuccess;
  });
  if (!c.defined()) return gave_nothing("an undefined tensor");
  op.c_on_device.writable()[0] = c.place().is_device();
  put(c.to_vector(), op.c);
  put("", op.expected_message);
  try {
    a + b;
  } catch (const PlaceError& error) {
    put(error.what(), op.expected_message);
  }
  return status;
}

GRIDMARK_OPERATION(StridedCopy, op) {
  const DeviceArray<float> from(op.from, "from");
  DeviceArray<float> to(op.to.size(), "to");
  const Status status = graded([&] {
    return strided_copy(from.data(), to.data(), op.rows, op.columns, op.row_stride, op.column_stride,
                        nullptr);
  });
  to.copy_to(op.to);
  return status;
}

GRIDMARK_OPERATION(Flatten, op) {
  const EmptyCache at_the_end;
  Tensor x = tensor_of(op.x, {op.rows, op.columns});
  if (op.look == Flatten::Look::transposed) x = x.transpose();
  if (op.look == Flatten::Look::strip) x = x.narrow(1, op.first, op.width);
  Tensor flat;
  const Status status = graded([&] {
    op.facts.writable()[0] = can_be_viewed(x, {x.numel()});
    flat = flattened(x);
    return cudaSuccess;
  });
  if (!flat.defined()) return gave_nothing("an undefined tensor");
  op.facts.writable()[1] = flat.shares_storage_with(x);
  if (flat.shape() == Shape{x.numel()}) put(flat.to_vector(), op.flat);
  return status;
}

GRIDMARK_OPERATION(Hazard, op) {
  const EmptyCache at_the_end;
  const auto leaf = [&] { return tensor_of(op.x, {size_of(op.x)}).set_requires_grad(); };
  const auto make = op.in_place ? loss_changed_in_place : loss_kept;
  Tensor x = leaf(), loss;
  std::string message;
  const Status status = graded([&] {
    loss = make(x, op.factor);
    if (loss.defined()) message = hazard_message(loss);
    return cudaSuccess;
  });
  if (!loss.defined()) return gave_nothing("an undefined tensor");
  op.loss.writable()[0] = loss.item();
  put(message, op.message);
  if (x.grad().defined()) put(x.grad().to_vector(), op.gradient);

  x = leaf();
  try {
    make(x, op.factor).backward();
    put("", op.expected_message);
  } catch (const AutogradError& error) {
    put(error.what(), op.expected_message);
  }
  return status;
}

namespace {

std::shared_ptr<Module> true_net(const NetShape& net, std::uint64_t seed) {
  Generator generator(seed);
  auto first = std::make_shared<Linear>(net.in, net.hidden, generator);
  auto second = std::make_shared<Linear>(net.hidden, net.out, generator);
  return std::make_shared<Sequential>(first, std::make_shared<ReLU>(), second);
}

/// The losses of the training that the contract asks for.
std::vector<float> true_losses(const Train& op, const Tensor& x, const Tensor& wanted) {
  const std::shared_ptr<Module> net = true_net(op.net, op.seed);
  net->to(Place::device());
  Adam::Settings settings;
  settings.rate = op.rate;
  Adam optimizer(net->parameters(), settings);
  std::vector<float> losses;
  for (int step = 0; step < op.steps; ++step) {
    const Tensor answers = net->forward(x);
    const Tensor loss = op.classifies ? cross_entropy(answers, wanted) : mse_loss(answers, wanted);
    losses.push_back(loss.item());
    loss.backward();
    optimizer.step();
    optimizer.zero_grad();
  }
  return losses;
}

/// Each parameter's elements, one after the other.
std::vector<float> weights_of(const Module& net) {
  std::vector<float> weights;
  for (const Tensor& parameter : net.parameters()) {
    const auto values = parameter.to_vector();
    weights.insert(weights.end(), values.begin(), values.end());
  }
  return weights;
}

}  // namespace

GRIDMARK_OPERATION(MakeNet, op) {
  const EmptyCache at_the_end;
  const Tensor x = tensor_of(op.x, {size_of(op.x) / op.net.in, op.net.in});
  std::shared_ptr<Module> net;
  const Status status = graded([&] {
    Generator generator(op.seed);
    net = make_net(op.net.in, op.net.hidden, op.net.out, generator);
    return cudaSuccess;
  });
  if (!net) return gave_nothing("no net");
  const auto weights = weights_of(*net);
  if (weights.size() == op.weights.size()) put(weights, op.weights);
  net->to(Place::device());
  const NoGrad no_grad;
  put(net->forward(x).to_vector(), op.answers);
  return status;
}

GRIDMARK_OPERATION(Train, op) {
  const EmptyCache at_the_end;
  const std::int64_t rows = size_of(op.x) / op.net.in;
  const Tensor x = tensor_of(op.x, {rows, op.net.in});
  const Tensor wanted = op.classifies ? Tensor::labels(values_of(op.labels), Place::device())
                                      : tensor_of(op.target, {rows, op.net.out});
  put(true_losses(op, x, wanted), op.expected);
  const std::shared_ptr<Module> net = true_net(op.net, op.seed);
  net->to(Place::device());
  std::vector<float> losses;
  const Status status = graded([&] {
    losses = op.classifies ? train_classifier(*net, x, wanted, op.steps, op.rate)
                           : train_regression(*net, x, wanted, op.steps, op.rate);
    return cudaSuccess;
  });
  if (losses.empty()) return gave_nothing("no losses");
  put(losses, op.losses);
  return status;
}
