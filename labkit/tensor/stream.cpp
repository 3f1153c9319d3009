#include "labkit/tensor/stream.h"

#include <map>

#include "labkit/tensor/errors.h"

namespace gridmark::tensor {
namespace {

/// The streams of this thread. A device without an entry uses the default stream.
std::map<Device, cudaStream_t>& streams() {
  thread_local std::map<Device, cudaStream_t> by_device;
  return by_device;
}

}  // namespace

cudaStream_t current_stream(Device device) {
  const auto found = streams().find(device);
  return found == streams().end() ? nullptr : found->second;
}

StreamScope::StreamScope(cudaStream_t stream, Device device)
    : device_(device), before_(current_stream(device)) {
  if (device.is_host()) throw DeviceError("a StreamScope for the host: only devices have streams");
  streams()[device] = stream;
}

StreamScope::~StreamScope() { streams()[device_] = before_; }

}  // namespace gridmark::tensor
