#include "emulation/runtime/copies.h"

#include <cstring>

#include "emulation/engine/device_access.h"
#include "emulation/engine/observer.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/host_memory.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/symbols.h"

namespace gridmark::emulation {
namespace {

/// Where one side of a copy lies.
struct Side {
  bool device = false;    ///< device memory, managed memory or a symbol
  bool either = false;    ///< managed or page-locked: host code and the device may both name it
  bool pageable = false;  ///< ordinary host memory
  bool valid = true;      ///< a device range that no allocation holds is not
};

Side side_of(const void* pointer, std::size_t bytes, bool is_named_symbol) {
  if (is_named_symbol || is_symbol(pointer, bytes)) return {.device = true};
  if (is_arena_address(pointer)) {
    const DeviceAllocation* found = DeviceMemory::instance().holding(pointer, bytes);
    return {.device = true, .either = found && found->managed, .valid = found != nullptr};
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

void move(const Rectangle& what) {
  const DeviceAccess access;
  auto* to = static_cast<char*>(what.to);
  auto* from = static_cast<const char*>(what.from);
  for (std::size_t row = 0; row < what.height; ++row, to += what.to_pitch, from += what.from_pitch)
    std::memmove(to, from, what.width);
}

void tell_observer(void* to, std::size_t pitch, std::size_t width, std::size_t height) {
  if (!observer || !is_arena_address(to)) return;
  for (std::size_t row = 0; row < height; ++row)
    observer->host_wrote(static_cast<char*>(to) + row * pitch, width);
}

/// The source's bytes as they are now, packed.
Rectangle captured(const Rectangle& what, const std::shared_ptr<std::vector<char>>& bytes) {
  bytes->resize(what.bytes());
  Rectangle packed = what;
  packed.to = bytes->data();
  packed.to_pitch = what.width;
  move(packed);
  Rectangle later = what;
  later.from = bytes->data();
  later.from_pitch = what.width;
  return later;
}

cudaError_t checked(const Rectangle& what, cudaMemcpyKind kind, const Side& to, const Side& from) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (what.width > what.to_pitch || what.width > what.from_pitch) return cudaErrorInvalidPitchValue;
  if (!what.to || !what.from || !to.valid || !from.valid || !kind_fits(kind, to, from))
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

}  // namespace

cudaError_t copy(const Rectangle& what, cudaMemcpyKind kind, cudaStream_t handle, HostWaits waits,
                 Symbol symbol) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  if (!stream) return remember(cudaErrorInvalidResourceHandle);
  if (what.bytes() == 0 || sticky_error() != cudaSuccess) return sticky_error();
  const Side to = side_of(what.to, what.to_extent(), symbol == Symbol::target);
  const Side from = side_of(what.from, what.from_extent(), symbol == Symbol::source);
  if (const cudaError_t error = checked(what, kind, to, from); error != cudaSuccess) return remember(error);

  const CopyDirection direction = direction_of(to, from);
  const auto bytes = std::make_shared<std::vector<char>>();
  const bool capture = waits == HostWaits::as_cuda_does && from.pageable && to.device;
  const Rectangle later = capture ? captured(what, bytes) : what;
  const Position end = Streams::instance().enqueue(stream, [later, bytes, direction] {
    move(later);
    note_copy(direction, later.bytes());
    tell_observer(later.to, later.to_pitch, later.width, later.height);
  });
  // Between device addresses nothing is ever waited for; into pageable memory a copy is never left for later.
  const bool must_finish =
      direction != CopyDirection::device_to_device && (waits == HostWaits::until_copied || to.pageable);
  if (must_finish) Streams::instance().complete(end);
  return with_faults(cudaSuccess);
}

cudaError_t set(void* device, std::size_t pitch, int value, std::size_t width, std::size_t height,
                cudaStream_t handle) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  if (!stream) return remember(cudaErrorInvalidResourceHandle);
  if (width == 0 || height == 0) return cudaSuccess;
  const Side side = side_of(device, pitch * (height - 1) + width, false);
  if (width > pitch || !side.valid || (!side.device && !side.either)) return remember(cudaErrorInvalidValue);
  Streams::instance().enqueue(stream, [=] {
    const DeviceAccess access;
    for (std::size_t row = 0; row < height; ++row)
      std::memset(static_cast<char*>(device) + row * pitch, value, width);
    tell_observer(device, pitch, width, height);
  });
  return with_faults(cudaSuccess);
}

}  // namespace gridmark::emulation
