// Events.
#include <atomic>
#include <set>

#include "emulation/event_watch.h"
#include "emulation/repairable_words.h"
#include "emulation/runtime/capture.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/events.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/live_objects.h"
#include "emulation/runtime/refused_calls.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

std::set<Event*>& events() {
  static auto* known = new std::set<Event*>;
  return *known;
}

std::atomic<EventWatch> watch = nullptr;

void tell_watch(EventCall call, const void* caller) {
  if (const EventWatch told = watch.load(std::memory_order_relaxed)) told(call, caller);
}

template <class Action>
cudaError_t with_event(cudaEvent_t handle, Action action) {
  const DeviceLock lock(device_mutex());
  Event* event = find_event(handle);
  return event ? with_faults(action(*event)) : remember(cudaErrorInvalidResourceHandle);
}

/// The reason why an event has no time. Empty if it has one, or will have one.
std::string why_no_time(const Event& event, const std::string& which) {
  if (!event.record) return which + " was never recorded: call cudaEventRecord for it first";
  return event.has_time ? "" : which + " has no time, because it was made with cudaEventDisableTiming";
}

std::string why_no_difference(const Event& first, const Event& last) {
  for (const auto& why : {why_no_time(first, "the first event"), why_no_time(last, "the second event")})
    if (!why.empty()) return why;
  return first.device == last.device ? "" : "the two events belong to different devices";
}

/// The event stands for the stream's frontier. It is recorded only when the graph runs.
cudaError_t record_in_capture(Event& event, cudaEvent_t handle, const std::shared_ptr<Stream>& stream,
                              unsigned flags) {
  if (stream->capture->capture->invalidated) return remember(cudaErrorStreamCaptureInvalidated);
  if (flags & cudaEventRecordExternal) {
    capture_operation(*stream, std::make_shared<EventRecordOperation>(handle));
    return cudaSuccess;
  }
  event.capture = stream->capture->capture;
  event.captured_frontier = stream->capture->frontier;
  return cudaSuccess;
}

cudaError_t record(cudaEvent_t handle, cudaStream_t stream_handle, unsigned flags) {
  return with_event(handle, [&](Event& event) {
    const std::shared_ptr<Stream> stream = Streams::instance().find(stream_handle);
    if (!stream || stream->traits().device != event.device) return remember(cudaErrorInvalidResourceHandle);
    if (flags > cudaEventRecordExternal) return remember(cudaErrorInvalidValue);
    if (const cudaError_t error = refuse_implicit_dependency(stream); error != cudaSuccess)
      return remember(error);
    if (stream->capture) return record_in_capture(event, handle, stream, flags);
    if (flags & cudaEventRecordExternal) return remember(cudaErrorIllegalState);
    const auto made = std::make_shared<Record>();
    event.record = made;
    event.capture.reset();
    made->position =
        Streams::instance().enqueue(stream, std::make_shared<EventRecordOperation>(handle, made));
    return cudaSuccess;
  });
}

cudaError_t wait(cudaStream_t stream_handle, cudaEvent_t handle, unsigned flags) {
  return with_event(handle, [&](Event& event) {
    const std::shared_ptr<Stream> stream = Streams::instance().find(stream_handle);
    if (!stream) return remember(cudaErrorInvalidResourceHandle);
    if (flags > cudaEventWaitExternal) return remember(cudaErrorInvalidValue);
    if (const auto capture = event.capture.lock()) {
      if (stream->capture && stream->capture->capture != capture) {
        capture->invalidated = stream->capture->capture->invalidated = true;
        return remember(cudaErrorStreamCaptureMerge);
      }
      join_capture(stream, capture, event.captured_frontier);
      return cudaSuccess;
    }
    if (stream->capture && (flags & cudaEventWaitExternal)) {
      capture_operation(*stream, std::make_shared<EventWaitOperation>(handle));
      return cudaSuccess;
    }
    if (stream->capture && event.record) {
      stream->capture->capture->invalidated = true;
      return remember(cudaErrorStreamCaptureIsolation);
    }
    if (event.record && !stream->capture)
      Streams::instance().enqueue(stream, std::make_shared<EmptyOperation>(), {event.record->position});
    return cudaSuccess;
  });
}

}  // namespace

void watch_events(EventWatch told) { watch.store(told, std::memory_order_relaxed); }

std::size_t live_events() { return events().size(); }

Event* find_event(cudaEvent_t handle) {
  auto* event = reinterpret_cast<Event*>(handle);
  return events().count(event) ? event : nullptr;
}

void EventRecordOperation::run(const SharedWork& work) {
  std::shared_ptr<Record> made = record_;
  if (!made) {
    made = std::make_shared<Record>();
    if (Event* known = find_event(event)) known->record = made;
  }
  made->reached = true;
  made->work = work;
}

/// The event's last recorded position when the graph is launched.
Position EventWaitOperation::awaited() const {
  const Event* known = find_event(event);
  return known && known->record ? known->record->position : Position{};
}

}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  const DeviceLock lock(device_mutex());
  constexpr unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  if (!event || (flags & ~known)) return remember(cudaErrorInvalidValue);
  if ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming))
    return remember(cudaErrorInvalidValue);
  auto* created = new Event{};
  created->has_time = !(flags & cudaEventDisableTiming);
  created->device = current_device();
  events().insert(created);
  note_object(created, "cudaEventCreate");
  *event = reinterpret_cast<cudaEvent_t>(created);
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t handle) {
  return with_event(handle, [](Event& event) {
    events().erase(&event);
    forget_object(&event);
    delete &event;
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  tell_watch(EventCall::record, __builtin_return_address(0));
  return record(event, stream, 0);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  tell_watch(EventCall::record, __builtin_return_address(0));
  return record(event, stream, flags);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  return wait(stream, event, flags);
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  return with_event(handle, [](const Event& event) {
    if (event.capture.lock()) return remember(cudaErrorCapturedEvent);
    if (event.record) Streams::instance().wait_for(event.record->position, "cudaEventSynchronize");
    return cudaSuccess;
  });
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
  return with_event(handle, [](const Event& event) {
    if (event.capture.lock()) return remember(cudaErrorCapturedEvent);
    if (is_reached(event)) {
      if (event.record) Streams::instance().host_knows(event.record->work);
      return cudaSuccess;
    }
    event.record->position.stream->step();
    return cudaErrorNotReady;
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  tell_watch(EventCall::elapsed_time, __builtin_return_address(0));
  return with_event(start, [&](const Event& first) {
    return with_event(end, [&](const Event& last) {
      if (!milliseconds) return remember(cudaErrorInvalidValue);
      if (const std::string why = why_no_difference(first, last); !why.empty())
        return refuse("cudaEventElapsedTime", cudaErrorInvalidResourceHandle, why);
      if (!is_reached(first) || !is_reached(last))
        return refuse("cudaEventElapsedTime", cudaErrorNotReady,
                      std::string(events_not_reached) +
                          "wait for the second one first, with cudaEventSynchronize() or "
                          "cudaDeviceSynchronize()");
      Streams& streams = Streams::instance();
      const Nanoseconds began = streams.end_of(first.record->work), ended = streams.end_of(last.record->work);
      *milliseconds = static_cast<float>((ended - began) * 1e-6);
      return cudaSuccess;
    });
  });
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t*, cudaEvent_t) {
  return remember(cudaErrorNotSupported);
}
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t*, cudaIpcEventHandle_t) {
  return remember(cudaErrorNotSupported);
}

}  // extern "C"
