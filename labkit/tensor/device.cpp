#include "labkit/tensor/device.h"

#include <cstring>

#include "labkit/tensor/errors.h"

namespace gridmark::tensor {

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  cudaGetLastError();  // told of by the exception, it must not surface again in the next call
  throw DeviceError(std::string(what) + ": the device says " + cudaGetErrorName(error) + " (" +
                    cudaGetErrorString(error) + "); an earlier kernel or call may be the cause");
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

void copy_bytes(void* to, Device to_device, const void* from, Device from_device, std::size_t bytes) {
  if (bytes == 0) return;
  if (to_device.is_host() && from_device.is_host()) {
    std::memcpy(to, from, bytes);
    return;
  }
  const OnDevice current(to_device.is_device() ? to_device : from_device);
  if (to_device.is_device() && from_device.is_device() && to_device != from_device)
    check(cudaMemcpyPeer(to, to_device.index(), from, from_device.index(), bytes), "a copy between devices");
  else if (to_device.is_host())
    check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "a copy to the host");
  else
    check(cudaMemcpy(to, from, bytes,
                     from_device.is_host() ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice),
          "a copy to the device");
}

}  // namespace gridmark::tensor
