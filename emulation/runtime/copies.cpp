#include "emulation/runtime/copies.h"

#include <cstring>

#include "emulation/engine/device_access.h"
#include "emulation/engine/observer.h"
#include "emulation/modelled_clock.h"
#include "emulation/runtime/arrays.h"
#include "emulation/runtime/capture.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/host_memory.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/refused_calls.h"
#include "emulation/runtime/refused_work.h"
#include "emulation/runtime/stray_work.h"
#include "emulation/runtime/symbols.h"
#include "emulation/runtime/time_model.h"

namespace gridmark::emulation {
namespace {

/// Memory on one side of a copy.
struct Side {
  bool device = false;     ///< device memory, managed memory or a symbol
  bool either = false;     ///< managed or page-locked: host code and the device can both use it
  bool pageable = false;   ///< ordinary host memory
  bool valid = true;       ///< false for a device range outside all allocations
  int device_number = -1;  ///< device of its memory; -1: the host, or a symbol
};

Side side_of(const void* pointer, std::size_t bytes, bool is_named_symbol) {
  if (is_named_symbol || is_symbol(pointer, bytes)) return {.device = true};
  if (is_arena_address(pointer)) {
    const DeviceAllocation* found = DeviceMemory::instance().holding(pointer, bytes);
    return {.device = true,
            .either = found && found->managed,
            .valid = found != nullptr,
            .device_number = found ? found->device : -1};
  }
  const bool locked = HostMemory::instance().holds(pointer, bytes);
  return {.either = locked, .pageable = !locked};
}

bool kind_fits(cudaMemcpyKind kind, const Side& to, const Side& from) {
  if (kind == cudaMemcpyDefault) return true;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  return (to.either || to.device == to_device) && (from.either || from.device == from_device);
}

CopyDirection direction_of(const Side& to, const Side& from) {
  if (to.device) return from.device ? CopyDirection::device_to_device : CopyDirection::host_to_device;
  return from.device ? CopyDirection::device_to_host : CopyDirection::host_to_host;
}

CopyRoute route_of(const Side& to, const Side& from) {
  const bool both_known = to.device_number >= 0 && from.device_number >= 0;
  return {direction_of(to, from), to.pageable || from.pageable,
          both_known && to.device_number != from.device_number, copies_take_time()};
}

/// Calls `action(to, from)` for each row.
template <class Action>
void for_each_row(const Box& box, Action action) {
  for (std::size_t z = 0; z < box.depth; ++z)
    for (std::size_t y = 0; y < box.height; ++y)
      action(box.to.start + z * box.to.slice + y * box.to.pitch,
             box.from.start + z * box.from.slice + y * box.from.pitch);
}

void move(const Box& box) {
  const DeviceAccess access;
  for_each_row(box, [&](char* to, const char* from) { std::memmove(to, from, box.width); });
}

void tell_observer(char* to, std::size_t bytes) {
  if (!observer) return;
  if (is_arena_address(to)) observer->host_wrote(to, bytes);
  observer->work_touches(to, bytes, true);
}

struct Sides {
  Side to, from;
};

cudaError_t check(const Box& what, cudaMemcpyKind kind, Symbol symbol, Sides* sides) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  const bool many_rows = what.height > 1;
  if (many_rows && (what.width > what.to.pitch || what.width > what.from.pitch))
    return cudaErrorInvalidPitchValue;
  if (!what.to.start || !what.from.start) return cudaErrorInvalidValue;
  sides->to = side_of(what.to.start, what.extent(what.to), symbol == Symbol::target);
  sides->from = side_of(what.from.start, what.extent(what.from), symbol == Symbol::source);
  const bool fits = sides->to.valid && sides->from.valid && kind_fits(kind, sides->to, sides->from);
  return fits ? cudaSuccess : cudaErrorInvalidValue;
}

cudaMemcpy3DParms parameters_of(const Box& box, cudaMemcpyKind kind) {
  cudaMemcpy3DParms result = {};
  result.srcPtr = {box.from.start, box.from.pitch, box.width, box.height};
  result.dstPtr = {box.to.start, box.to.pitch, box.width, box.height};
  result.extent = {box.width, box.height, box.depth};
  result.kind = kind;
  return result;
}

/// The way to use another stream for a copy or fill, by the call's name.
std::string remedy_of(const std::string& name) {
  if (!name.starts_with("cuda")) return "do it in that stream";
  return name.ends_with("Async") ? "pass the stream as its last argument"
                                 : "use " + name + "Async, with the stream as its last argument";
}

}  // namespace

Box row(void* to, const void* from, std::size_t bytes) { return rows(to, bytes, from, bytes, bytes, 1); }

Box rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
         std::size_t height) {
  Box box;
  box.to = {static_cast<char*>(to), to_pitch, to_pitch * height};
  box.from = {static_cast<char*>(const_cast<void*>(from)), from_pitch, from_pitch * height};
  box.width = width;
  box.height = height;
  return box;
}

void CopyOperation::capture_source() {
  captured_.resize(box_.bytes());
  Box packed = box_;
  packed.to = {captured_.data(), box_.width, box_.width * box_.height};
  move(packed);
  box_.from = packed.to;
}

/// The name that profilers use: "Memcpy HtoD (Pageable -> Device)".
Span CopyOperation::span() const {
  const std::string host = route_.pageable ? "Pageable" : "Pinned";
  const CopyDirection direction = route_.direction;
  Span span{.kind = Span::Kind::copy, .direction = direction};
  span.name = direction == CopyDirection::host_to_device     ? "Memcpy HtoD (" + host + " -> Device)"
              : direction == CopyDirection::device_to_host   ? "Memcpy DtoH (Device -> " + host + ")"
              : direction == CopyDirection::device_to_device ? "Memcpy DtoD (Device -> Device)"
                                                             : "Memcpy HtoH (" + host + " -> " + host + ")";
  if (route_.other_device) span.name = "Memcpy PtoP (Device -> Device)";
  return span;
}

void CopyOperation::run(const SharedWork&) {
  move(box_);
  note_copy(route_.direction, box_.bytes());
  const bool to_device = route_.direction == CopyDirection::host_to_device ||
                         route_.direction == CopyDirection::device_to_device;
  if (to_device && !is_arena_address(box_.to.start)) note_copy_to_variable(box_.bytes());
  if (observer)
    for_each_row(box_, [&](char* to, const char* from) {
      observer->work_touches(from, box_.width, false);
      tell_observer(to, box_.width);
    });
}

cudaError_t make_copy(const Box& what, cudaMemcpyKind kind, Symbol symbol,
                      std::shared_ptr<CopyOperation>* made) {
  Sides sides;
  if (const cudaError_t error = check(what, kind, symbol, &sides); error != cudaSuccess) return error;
  *made = std::make_shared<CopyOperation>(what, route_of(sides.to, sides.from), parameters_of(what, kind));
  return cudaSuccess;
}

cudaError_t copy(const Box& what, cudaMemcpyKind kind, cudaStream_t handle, HostWaits waits, Symbol symbol,
                 const char* name) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  if (!stream) return remember(cudaErrorInvalidResourceHandle);
  if (const cudaError_t error = device_error(); what.bytes() == 0 || error != cudaSuccess) return error;
  if (work_is_refused()) return remember(cudaErrorLaunchOutOfResources);
  if (const cudaError_t error = refuse_implicit_dependency(stream); error != cudaSuccess)
    return remember(error);
  Sides sides;
  if (const cudaError_t error = check(what, kind, symbol, &sides); error != cudaSuccess)
    return refuse(name, error, symbol == Symbol::neither ? why_not_copied(what, kind) : "");

  const CopyRoute route = route_of(sides.to, sides.from);
  const CopyDirection direction = route.direction;
  const auto operation = std::make_shared<CopyOperation>(what, route, parameters_of(what, kind));
  if (stream->capture) {
    if (waits == HostWaits::until_copied) return remember(refuse_capture(stream));
    capture_operation(*stream, operation);
    return cudaSuccess;
  }
  const bool staged = waits == HostWaits::as_cuda_does && sides.from.pageable && sides.to.device;
  if (staged) operation->capture_source();
  const Position end = Streams::instance().enqueue(stream, operation);
  if (staged)
    Streams::instance().host_works(static_cast<double>(what.bytes()) / time_model.pageable_bytes_per_ns);
  const bool host_waits = waits == HostWaits::until_copied;
  if (!host_waits || direction == CopyDirection::device_to_device) note_queued(end, {name, remedy_of(name)});
  // Copies between device addresses never wait. Copies into pageable memory are never deferred.
  const bool must_finish = direction != CopyDirection::device_to_device && (host_waits || sides.to.pageable);
  if (must_finish) Streams::instance().wait_for(end, name);
  return with_faults(cudaSuccess);
}

Span SetOperation::span() const { return {.kind = Span::Kind::fill, .name = "Memset (Device)"}; }

void SetOperation::run(const SharedWork&) {
  const DeviceAccess access;
  const std::size_t size = parameters.elementSize, width = parameters.width * size;
  for (std::size_t z = 0; z < depth_; ++z)
    for (std::size_t y = 0; y < parameters.height; ++y) {
      char* at = what_.start + z * what_.slice + y * what_.pitch;
      if (size == 1)
        std::memset(at, static_cast<int>(parameters.value), width);
      else
        for (std::size_t x = 0; x < width; x += size) std::memcpy(at + x, &parameters.value, size);
      tell_observer(at, width);
    }
}

cudaError_t make_set(const cudaMemsetParams& parameters, std::size_t slice, std::size_t depth,
                     std::shared_ptr<SetOperation>* made) {
  const std::size_t width = parameters.width * parameters.elementSize;
  if (parameters.elementSize != 1 && parameters.elementSize != 2 && parameters.elementSize != 4)
    return cudaErrorInvalidValue;
  if (parameters.height > 1 && width > parameters.pitch) return cudaErrorInvalidPitchValue;
  const std::size_t extent = slice * (depth - 1) + parameters.pitch * (parameters.height - 1) + width;
  const Side side = side_of(parameters.dst, extent, false);
  if (!side.valid || (!side.device && !side.either)) return cudaErrorInvalidValue;
  const Strides what{static_cast<char*>(parameters.dst), parameters.pitch, slice};
  *made = std::make_shared<SetOperation>(what, parameters, depth);
  return cudaSuccess;
}

cudaError_t set(const cudaMemsetParams& parameters, std::size_t slice, std::size_t depth, cudaStream_t handle,
                const char* name) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  if (!stream) return remember(cudaErrorInvalidResourceHandle);
  if (parameters.width == 0 || parameters.height == 0 || depth == 0) return cudaSuccess;
  if (const cudaError_t error = refuse_implicit_dependency(stream); error != cudaSuccess)
    return remember(error);
  std::shared_ptr<SetOperation> made;
  if (const cudaError_t error = make_set(parameters, slice, depth, &made); error != cudaSuccess)
    return refuse(name, error, why_not_filled(parameters.dst, parameters.width * parameters.elementSize));
  note_queued(Streams::instance().enqueue(stream, made), {name, remedy_of(name)});
  return with_faults(cudaSuccess);
}

namespace {

struct Half {
  Strides strides;
  std::size_t element = 1;
};

/// One side of a copy of three dimensions, at its position.
cudaError_t half_of(const cudaArray* array, const cudaPitchedPtr& pointer, const cudaPos& at, Half* half) {
  if (array && pointer.ptr) return cudaErrorInvalidValue;
  if (!array && !pointer.ptr) return cudaErrorInvalidValue;
  if (array && !is_array(array)) return cudaErrorInvalidResourceHandle;
  half->element = array ? array->element_bytes : 1;
  half->strides =
      array ? array->strides()
            : Strides{static_cast<char*>(pointer.ptr), pointer.pitch, pointer.pitch * pointer.ysize};
  half->strides.start += at.x * half->element + at.y * half->strides.pitch + at.z * half->strides.slice;
  return cudaSuccess;
}

bool stays_inside(const cudaArray* array, const cudaPos& at, const cudaExtent& extent) {
  if (!array) return true;
  const cudaExtent whole = array->counted_extent();
  return at.x + extent.width <= whole.width && at.y + extent.height <= whole.height &&
         at.z + extent.depth <= whole.depth;
}

}  // namespace

cudaError_t box_of(const cudaMemcpy3DParms& parameters, Box* box) {
  Half to, from;
  if (const cudaError_t error = half_of(parameters.dstArray, parameters.dstPtr, parameters.dstPos, &to);
      error != cudaSuccess)
    return error;
  if (const cudaError_t error = half_of(parameters.srcArray, parameters.srcPtr, parameters.srcPos, &from);
      error != cudaSuccess)
    return error;
  const bool two_arrays = parameters.srcArray && parameters.dstArray;
  if (two_arrays && to.element != from.element) return cudaErrorInvalidValue;
  if (!stays_inside(parameters.srcArray, parameters.srcPos, parameters.extent) ||
      !stays_inside(parameters.dstArray, parameters.dstPos, parameters.extent))
    return cudaErrorInvalidValue;
  const std::size_t element = parameters.srcArray ? from.element : to.element;
  *box = {to.strides, from.strides, parameters.extent.width * element, parameters.extent.height,
          parameters.extent.depth};
  return cudaSuccess;
}

}  // namespace gridmark::emulation
