// Streams and events.
#include <chrono>
#include <set>

#include "emulation/runtime/last_error.h"
#include "emulation/runtime/streams.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

using Clock = std::chrono::steady_clock;

/// What an event says: the end of what was queued before its last record, and when that was.
struct Record {
  Position position;
  Clock::time_point time;
};

struct Event {
  std::shared_ptr<Record> record;  ///< null before the first record
  bool has_time = true;
};

std::set<Event*>& events() {
  static auto* known = new std::set<Event*>;
  return *known;
}

Event* find_event(cudaEvent_t handle) {
  auto* event = reinterpret_cast<Event*>(handle);
  return events().count(event) ? event : nullptr;
}

bool is_done(const Record& record) { return record.position.stream->has_done(record.position.number); }

cudaError_t create_stream(cudaStream_t* stream, unsigned flags) {
  const DeviceLock lock(device_mutex());
  if (!stream || flags > cudaStreamNonBlocking) return remember(cudaErrorInvalidValue);
  *stream = Streams::instance().create(flags != cudaStreamNonBlocking);
  return cudaSuccess;
}

/// Calls `action(stream)` when there is such a stream.
template <class Action>
cudaError_t with_stream(cudaStream_t handle, Action action) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  return stream ? with_faults(action(stream)) : remember(cudaErrorInvalidResourceHandle);
}

template <class Action>
cudaError_t with_event(cudaEvent_t handle, Action action) {
  const DeviceLock lock(device_mutex());
  Event* event = find_event(handle);
  return event ? with_faults(action(*event)) : remember(cudaErrorInvalidResourceHandle);
}

}  // namespace
}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return create_stream(stream, cudaStreamDefault); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return create_stream(stream, flags);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int) {
  return create_stream(stream, flags);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  const DeviceLock lock(device_mutex());
  return Streams::instance().destroy(stream) ? cudaSuccess : remember(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  return with_stream(handle, [](const auto& stream) {
    Streams::instance().complete(*stream);
    return cudaSuccess;
  });
}

// A program that polls sees the work get done, one command a poll.
cudaError_t cudaStreamQuery(cudaStream_t handle) {
  return with_stream(handle,
                     [](const auto& stream) { return stream->step() ? cudaErrorNotReady : cudaSuccess; });
}

cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned int* flags) {
  return with_stream(handle, [&](const auto& stream) {
    if (!flags) return remember(cudaErrorInvalidValue);
    *flags = stream->is_blocking() ? cudaStreamDefault : cudaStreamNonBlocking;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned int) {
  return with_stream(handle, [&](const auto& stream) {
    return with_event(event, [&](const Event& waited) {
      if (waited.record) Streams::instance().enqueue(stream, [] {}, {waited.record->position});
      return cudaSuccess;
    });
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t function, void* data) {
  return with_stream(handle, [&](const auto& stream) {
    if (!function) return remember(cudaErrorInvalidValue);
    Streams::instance().enqueue(stream, [=] { function(data); });
    return cudaSuccess;
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t callback, void* data,
                                  unsigned int) {
  return with_stream(handle, [&](const auto& stream) {
    if (!callback) return remember(cudaErrorInvalidValue);
    Streams::instance().enqueue(stream, [=] { callback(handle, cudaSuccess, data); });
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  const DeviceLock lock(device_mutex());
  if (!event) return remember(cudaErrorInvalidValue);
  auto* created = new Event{nullptr, !(flags & cudaEventDisableTiming)};
  events().insert(created);
  *event = reinterpret_cast<cudaEvent_t>(created);
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t handle) {
  return with_event(handle, [](Event& event) {
    events().erase(&event);
    delete &event;
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t handle, cudaStream_t stream_handle) {
  return with_stream(stream_handle, [&](const auto& stream) {
    return with_event(handle, [&](Event& event) {
      const auto record = std::make_shared<Record>();
      event.record = record;
      record->position = Streams::instance().enqueue(stream, [record] { record->time = Clock::now(); });
      return cudaSuccess;
    });
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  return with_event(handle, [](const Event& event) {
    if (event.record) Streams::instance().complete(event.record->position);
    return cudaSuccess;
  });
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
  return with_event(handle, [](const Event& event) {
    if (!event.record || is_done(*event.record)) return cudaSuccess;
    event.record->position.stream->step();
    return cudaErrorNotReady;
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return with_event(start, [&](const Event& first) {
    return with_event(end, [&](const Event& last) {
      if (!milliseconds) return remember(cudaErrorInvalidValue);
      if (!first.record || !last.record || !first.has_time || !last.has_time)
        return remember(cudaErrorInvalidResourceHandle);
      if (!is_done(*first.record) || !is_done(*last.record)) return remember(cudaErrorNotReady);
      const std::chrono::duration<float, std::milli> elapsed = last.record->time - first.record->time;
      *milliseconds = elapsed.count();
      return cudaSuccess;
    });
  });
}

}  // extern "C"
