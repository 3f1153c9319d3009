#include "emulation/runtime/ledger.h"

#include <algorithm>

#include "emulation/engine/source_place.h"
#include "emulation/runtime/counted_hook.h"
#include "emulation/runtime/device_heap.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/events.h"
#include "emulation/runtime/graph.h"
#include "emulation/runtime/streams.h"
#include "emulation/runtime/texture_objects.h"

namespace gridmark::emulation {
namespace {

Meters meters;

void add(Copies& copies, std::size_t bytes) {
  ++copies.count;
  copies.bytes += bytes;
}

}  // namespace

CountedHook counted_hook;

void note_launch(const Grid& grid) {
  const std::uint64_t blocks = std::uint64_t{grid.blocks.x} * grid.blocks.y * grid.blocks.z;
  ++meters.launches;
  meters.blocks += blocks;
  meters.threads += blocks * grid.threads.x * grid.threads.y * grid.threads.z;
}

void note_library_call() { ++meters.launches; }

void note_copy(CopyDirection direction, std::size_t bytes) {
  if (direction == CopyDirection::host_to_device) add(meters.host_to_device, bytes);
  if (direction == CopyDirection::device_to_host) add(meters.device_to_host, bytes);
  if (direction == CopyDirection::device_to_device) add(meters.device_to_device, bytes);
}

void note_copy_to_variable(std::size_t bytes) { meters.variable_bytes += bytes; }

void note_allocation(std::size_t bytes, bool managed) {
  ++meters.allocations;
  if (managed) meters.managed_bytes += bytes;
  note_heap_block(bytes);
}

void note_heap_block(std::size_t bytes) {
  meters.live_bytes += bytes;
  meters.peak_bytes = std::max(meters.peak_bytes, meters.live_bytes);
}

void note_release(std::size_t bytes) { meters.live_bytes -= bytes; }

void reset_meters() {
  const DeviceLock lock(device_mutex());
  const std::uint64_t live = meters.live_bytes;
  meters = {};
  meters.live_bytes = meters.peak_bytes = live;
  Streams::instance().restart_timeline();
  if (counted_hook.reset) counted_hook.reset();
}

Meters read_meters() {
  const DeviceLock lock(device_mutex());
  Meters result = meters;
  result.live_objects =
      Streams::instance().created() + live_events() + Graphs::instance().live() + live_textures();
  if (counted_hook.fill) counted_hook.fill(result);
  return result;
}

std::vector<Allocation> live_allocations() {
  const DeviceLock lock(device_mutex());
  std::vector<DeviceAllocation> live;
  for (const auto& [address, allocation] : DeviceMemory::instance().live())
    if (!allocation.free_is_queued) live.push_back(allocation);
  std::sort(live.begin(), live.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  std::vector<Allocation> result;
  for (const auto& [bytes, caller] : DeviceHeap::instance().live())
    result.push_back({bytes, source_place(caller)});
  for (const DeviceAllocation& allocation : live)
    result.push_back({allocation.bytes, source_place(allocation.caller)});
  return result;
}

void name_allocation(const void* device, std::string_view name) {
  const DeviceLock lock(device_mutex());
  DeviceMemory::instance().name(device, name);
}

}  // namespace gridmark::emulation
