#pragma once
// Asks device_report.cu, and CUDA itself: a part of adaptor.cu.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "labs/lab0-warm-up/adaptor_values.cuh"
#include "labs/lab0-warm-up/include/device_report.h"

namespace gridmark::lab0 {

/// Must run before the first CUDA call, because the number of devices cannot change in a process.
inline void have_devices(int wanted) {
  setenv("GRIDMARK_DEVICES", std::to_string(wanted).c_str(), 1);
  int there = 0;
  const cudaError_t error = cudaGetDeviceCount(&there);
  cudaGetLastError();
  if (there != wanted || (error == cudaSuccess) != (wanted > 0))
    throw std::runtime_error("this call needs " + std::to_string(wanted) + " devices, and here are " +
                             std::to_string(there));
}

/// Makes another device current during its lifetime.
class Visit {
 public:
  explicit Visit(int device) {
    require(cudaGetDevice(&home_));
    require(cudaSetDevice(device));
  }
  ~Visit() { cudaSetDevice(home_); }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  int home_ = 0;
};

/// The correct result of describe_device.
inline DeviceInfo true_info(int device) {
  const Visit visit(device);
  DeviceInfo truth;
  require(cudaMemGetInfo(&truth.free_bytes, &truth.total_bytes));
  truth.allocated_bytes = truth.total_bytes - truth.free_bytes;
  require(cudaDeviceGetAttribute(&truth.major, cudaDevAttrComputeCapabilityMajor, device));
  require(cudaDeviceGetAttribute(&truth.minor, cudaDevAttrComputeCapabilityMinor, device));
  cudaDeviceProp known;
  require(cudaGetDeviceProperties(&known, device));
  truth.name = known.name;
  return truth;
}

inline void put(const DeviceInfo& info, Out<std::int64_t>& numbers, Out<char>& text) {
  std::int64_t* to = numbers.writable().data() + device_numbers::first;
  for (const std::size_t value : {static_cast<std::size_t>(info.major), static_cast<std::size_t>(info.minor),
                                  info.total_bytes, info.free_bytes, info.allocated_bytes})
    *to++ = static_cast<std::int64_t>(value);
  put(info.name, text);
}

inline void put(const Versions& versions, Out<std::int64_t>& numbers) {
  std::int64_t* to = numbers.writable().data() + device_numbers::first;
  for (const int value :
       {versions.driver_major, versions.driver_minor, versions.runtime_major, versions.runtime_minor})
    *to++ = value;
}

/// Splits CUDA's version number.
inline void tell_version(cudaError_t (*ask)(int*), int& major, int& minor) {
  int thousands_and_tens = 0;
  require(ask(&thousands_and_tens));
  const auto parts = std::div(thousands_and_tens, 1000);
  major = parts.quot;
  minor = parts.rem / 10;
}

inline Versions true_versions() {
  Versions truth;
  tell_version(cudaDriverGetVersion, truth.driver_major, truth.driver_minor);
  tell_version(cudaRuntimeGetVersion, truth.runtime_major, truth.runtime_minor);
  return truth;
}

/// The correct result of device_report.
inline std::string true_report(int devices) {
  std::string lines = devices > 0 ? "" : "no CUDA device: nothing here can run a kernel\n";
  for (int device = 0; device < devices; ++device) {
    const DeviceInfo truth = true_info(device);
    char line[512];
    std::snprintf(line, sizeof line, "device %d: %s, compute capability %d.%d, %zu MiB, %zu MiB free\n",
                  device, truth.name.c_str(), truth.major, truth.minor, truth.total_bytes >> 20,
                  truth.free_bytes >> 20);
    lines += line;
  }
  return lines;
}

/// The content of `info` before a call and after a failed one.
inline const DeviceInfo untouched{"untouched", 1, 2, 3, 4, 5};

/// Fills in the values that the submission should find.
inline void tell_expected(AskDevices& op) {
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
  if (op.question == Question::versions) put(true_versions(), op.expected);
  if (op.question == Question::report) put(true_report(op.devices), op.expected_text);
}

/// Asks the submission. returns  what its function returned
inline cudaError_t ask_submission(AskDevices& op) {
  std::fill(op.found.writable().begin(), op.found.writable().end(), 0);
  put("", op.found_text);
  switch (op.question) {
    case AskDevices::Question::count:
      op.found.writable()[device_numbers::first] = count_devices();
      return cudaSuccess;
    case AskDevices::Question::describe: {
      DeviceInfo info = untouched;
      const cudaError_t returned = describe_device(op.device, info);
      put(info, op.found, op.found_text);
      return returned;
    }
    case AskDevices::Question::versions: {
      Versions versions;
      const cudaError_t returned = read_versions(versions);
      put(versions, op.found);
      return returned;
    }
    case AskDevices::Question::select:
      return select_device(op.device);
    case AskDevices::Question::report:
      put(device_report(), op.found_text);
      return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

GRIDMARK_OPERATION(AskDevices, op) {
  have_devices(op.devices);
  void* busy = nullptr;
  if (op.busy_device >= 0) {
    require(cudaSetDevice(op.busy_device));
    require(cudaMalloc(&busy, static_cast<std::size_t>(op.busy_bytes)));
  }
  if (op.devices > 0) require(cudaSetDevice(op.current));
  tell_expected(op);

  channel::begin_graded_section();
  const cudaError_t returned = ask_submission(op);
  channel::end_graded_section();

  const auto found = op.found.writable();
  found[device_numbers::error] = returned;
  found[device_numbers::left_behind] = cudaGetLastError();
  int current = op.current;
  if (op.devices > 0) require(cudaGetDevice(&current));
  found[device_numbers::current] = current;
  if (busy != nullptr) require(cudaFree(busy));
  return returned == cudaErrorNotSupported ? status_of(returned) : Status{};
}

}  // namespace gridmark::lab0
