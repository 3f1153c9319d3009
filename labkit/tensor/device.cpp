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

OnDevice::OnDevice(Place place) {
  if (place.is_host()) return;
  int current = 0;
  check(cudaGetDevice(&current), "choosing a device");
  if (current == place.index()) return;
  check(cudaSetDevice(place.index()), place.name().c_str());
  before_ = current;
}

OnDevice::~OnDevice() {
  if (before_ >= 0) cudaSetDevice(before_);
}

void copy_bytes(void* to, Place to_place, const void* from, Place from_place, std::size_t bytes) {
  if (bytes == 0) return;
  if (to_place.is_host() && from_place.is_host()) {
    std::memcpy(to, from, bytes);
    return;
  }
  const OnDevice current(to_place.is_device() ? to_place : from_place);
  if (to_place.is_device() && from_place.is_device() && to_place != from_place)
    check(cudaMemcpyPeer(to, to_place.index(), from, from_place.index(), bytes), "a copy between devices");
  else if (to_place.is_host())
    check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "a copy to the host");
  else
    check(
        cudaMemcpy(to, from, bytes, from_place.is_host() ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice),
        "a copy to the device");
}

}  // namespace gridmark::tensor
