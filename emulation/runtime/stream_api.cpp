// Streams.
#include <map>

#include "emulation/runtime/capture.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/streams.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

constexpr int greatest_priority = -5;

cudaError_t create_stream(cudaStream_t* stream, unsigned flags, int priority) {
  const DeviceLock lock(device_mutex());
  if (!stream || flags > cudaStreamNonBlocking) return remember(cudaErrorInvalidValue);
  if (const cudaError_t error = device_error(); error != cudaSuccess) return error;
  const int clamped = std::min(0, std::max(greatest_priority, priority));
  *stream = Streams::instance().create({flags != cudaStreamNonBlocking, clamped, current_device()});
  return cudaSuccess;
}

/// Calls `action(stream)` if there is such a stream.
template <class Action>
cudaError_t with_stream(cudaStream_t handle, Action action) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  return stream ? with_faults(action(stream)) : remember(cudaErrorInvalidResourceHandle);
}

/// Stores one of a stream's properties.
template <class T, class Find>
cudaError_t tell(cudaStream_t handle, T* value, Find find) {
  return with_stream(handle, [&](const auto& stream) {
    if (!value) return remember(cudaErrorInvalidValue);
    *value = find(*stream);
    return cudaSuccess;
  });
}

/// Waits and queries are not allowed during a capture.
cudaError_t refuse_wait(const std::shared_ptr<Stream>& stream) {
  if (const cudaError_t error = refuse_capture(stream); error != cudaSuccess) return remember(error);
  return remember(refuse_implicit_dependency(stream));
}

cudaError_t queue_host_function(cudaStream_t handle, std::function<void()> function,
                                const cudaHostNodeParams& parameters) {
  return with_stream(handle, [&](const auto& stream) {
    if (const cudaError_t error = refuse_implicit_dependency(stream); error != cudaSuccess)
      return remember(error);
    Streams::instance().enqueue(stream, std::make_shared<HostOperation>(std::move(function), parameters));
    return cudaSuccess;
  });
}

std::map<std::pair<std::uint64_t, int>, cudaStreamAttrValue>& attributes() {
  static auto* all = new std::map<std::pair<std::uint64_t, int>, cudaStreamAttrValue>;
  return *all;
}

bool is_stream_attribute(cudaStreamAttrID attribute) {
  return attribute == cudaStreamAttributeAccessPolicyWindow ||
         attribute == cudaStreamAttributeSynchronizationPolicy || attribute == cudaStreamAttributePriority ||
         attribute == cudaStreamAttributeMemSyncDomain || attribute == cudaStreamAttributeMemSyncDomainMap;
}

}  // namespace
}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return create_stream(stream, cudaStreamDefault, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return create_stream(stream, flags, 0);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  return create_stream(stream, flags, priority);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least) *least = 0;
  if (greatest) *greatest = greatest_priority;
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  const DeviceLock lock(device_mutex());
  return Streams::instance().destroy(stream) ? cudaSuccess : remember(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  return with_stream(handle, [](const auto& stream) {
    if (const cudaError_t error = refuse_wait(stream); error != cudaSuccess) return error;
    Streams::instance().wait_for(stream, "cudaStreamSynchronize");
    return cudaSuccess;
  });
}

// Each poll runs one command, so a program that polls makes progress.
cudaError_t cudaStreamQuery(cudaStream_t handle) {
  return with_stream(handle, [](const auto& stream) {
    if (const cudaError_t error = refuse_wait(stream); error != cudaSuccess) return error;
    if (stream->step() || stream->is_held_up()) return cudaErrorNotReady;
    Streams::instance().host_knows(stream->last_work());
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned int* flags) {
  return tell(handle, flags, [](const Stream& stream) {
    return stream.is_blocking() ? 0u : unsigned{cudaStreamNonBlocking};
  });
}
cudaError_t cudaStreamGetPriority(cudaStream_t handle, int* priority) {
  return tell(handle, priority, [](const Stream& stream) { return stream.traits().priority; });
}
cudaError_t cudaStreamGetId(cudaStream_t handle, unsigned long long* id) {
  return tell(handle, id, [](const Stream& stream) { return stream.id(); });
}
cudaError_t cudaStreamGetDevice(cudaStream_t handle, int* device) {
  return tell(handle, device, [](const Stream& stream) { return stream.traits().device; });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t function, void* data) {
  if (!function) return remember(cudaErrorInvalidValue);
  return queue_host_function(handle, [=] { function(data); }, {function, data});
}

cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t callback, void* data,
                                  unsigned int flags) {
  if (!callback || flags) return remember(cudaErrorInvalidValue);
  return with_stream(handle, [&](const auto& stream) {
    if (const cudaError_t error = refuse_capture(stream); error != cudaSuccess) return remember(error);
    return queue_host_function(handle, [=] { callback(handle, cudaSuccess, data); }, {nullptr, data});
  });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t handle, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value) {
  return with_stream(handle, [&](const auto& stream) {
    if (!value || !is_stream_attribute(attribute)) return remember(cudaErrorInvalidValue);
    attributes()[{stream->id(), attribute}] = *value;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t handle, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value) {
  return with_stream(handle, [&](const auto& stream) {
    if (!value || !is_stream_attribute(attribute)) return remember(cudaErrorInvalidValue);
    const auto found = attributes().find({stream->id(), attribute});
    *value = found == attributes().end() ? cudaStreamAttrValue{} : found->second;
    if (attribute == cudaStreamAttributePriority && found == attributes().end())
      value->priority = stream->traits().priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  return with_stream(to, [&](const auto& target) {
    return with_stream(from, [&](const auto& source) {
      auto& all = attributes();
      for (int id = 0; id <= cudaLaunchAttributePreferredSharedMemoryCarveout; ++id)
        if (const auto found = all.find({source->id(), id}); found != all.end())
          all[{target->id(), id}] = found->second;
      return cudaSuccess;
    });
  });
}

}  // extern "C"
