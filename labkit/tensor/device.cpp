#include "labkit/tensor/device.h"

#include <cstring>

#include "labkit/tensor/errors.h"
#include "labkit/tensor/stream.h"

namespace gridmark::tensor {

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  cudaGetLastError();  // the exception reports the error, so it must not appear again in the next call
  throw DeviceError(std::string(what) + ": the device reports " + cudaGetErrorName(error) + " (" +
                    cudaGetErrorString(error) + "). An earlier kernel or call may be the cause");
}

OnDevice::OnDevice(Device device) {
  if (device.is_host()) return;
  int current = 0;
  check(cudaGetDevice(&current), "choosing a device");
  if (current == device.index()) return;
  check(cudaSetDevice(device.index()), device.name().c_str());
  before_ = current;
}

OnDevice::~OnDevice() {
  if (before_ >= 0) cudaSetDevice(before_);
}

namespace {

/// Waits for both streams, because the elements may still be computed on the stream of their device.
void copy_between(void* to, Device to_device, const void* from, Device from_device, std::size_t bytes) {
  const char* what = "a copy between devices";
  {
    const OnDevice current(from_device);
    check(cudaStreamSynchronize(current_stream(from_device)), what);
  }
  const cudaStream_t stream = current_stream(to_device);
  check(cudaMemcpyPeerAsync(to, to_device.index(), from, from_device.index(), bytes, stream), what);
  check(cudaStreamSynchronize(stream), what);
}

void copy_on(Device device, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
             const char* what) {
  const cudaStream_t stream = current_stream(device);
  if (stream == nullptr) {
    check(cudaMemcpy(to, from, bytes, kind), what);
    return;
  }
  check(cudaMemcpyAsync(to, from, bytes, kind, stream), what);
  if (kind != cudaMemcpyDeviceToDevice) check(cudaStreamSynchronize(stream), what);
}

}  // namespace

void copy_bytes(void* to, Device to_device, const void* from, Device from_device, std::size_t bytes) {
  if (bytes == 0) return;
  if (to_device.is_host() && from_device.is_host()) {
    std::memcpy(to, from, bytes);
    return;
  }
  const OnDevice current(to_device.is_device() ? to_device : from_device);
  if (to_device.is_host())
    copy_on(from_device, to, from, bytes, cudaMemcpyDeviceToHost, "a copy to the host");
  else if (from_device.is_host())
    copy_on(to_device, to, from, bytes, cudaMemcpyHostToDevice, "a copy to the device");
  else if (to_device == from_device)
    copy_on(to_device, to, from, bytes, cudaMemcpyDeviceToDevice, "a copy on the device");
  else
    copy_between(to, to_device, from, from_device, bytes);
}

}  // namespace gridmark::tensor
