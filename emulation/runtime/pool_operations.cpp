#include "emulation/runtime/pool_operations.h"

#include <algorithm>
#include <set>

#include "emulation/runtime/allocations.h"
#include "emulation/runtime/capture.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/last_error.h"

namespace gridmark::emulation {
namespace {

std::set<void*>& graph_allocations() {
  static auto* known = new std::set<void*>;
  return *known;
}

std::uint64_t number_at(void* device) {
  const DeviceAllocation* found = DeviceMemory::instance().find(device);
  return found && found->address == reinterpret_cast<std::uintptr_t>(device) ? found->number : 0;
}

}  // namespace

GraphMemory& graph_memory() {
  static GraphMemory memory;
  return memory;
}

bool belongs_to_graph(void* device) { return graph_allocations().count(device) > 0; }

AllocationOperation::AllocationOperation(const cudaMemAllocNodeParams& wanted) : parameters(wanted) {
  parameters.dptr = allocate_device_memory(parameters.bytesize);
  if (!parameters.dptr) return;
  number_ = number_at(parameters.dptr);
  graph_allocations().insert(parameters.dptr);
  graph_memory().used += parameters.bytesize;
  graph_memory().high = std::max(graph_memory().high, graph_memory().used);
}

AllocationOperation::~AllocationOperation() {
  if (!number_) return;
  graph_allocations().erase(parameters.dptr);
  graph_memory().used -= parameters.bytesize;
  if (number_at(parameters.dptr) == number_) release_device_memory(parameters.dptr);
}

/// A graph's own memory is not freed, because the graph can run again.
void FreeOperation::run(const SharedWork&) {
  if (!belongs_to_graph(device)) release_device_memory(device);
}

cudaError_t allocate_in_graph(void** device, std::size_t bytes, Stream& stream) {
  cudaMemAllocNodeParams wanted = {};
  wanted.poolProps.allocType = cudaMemAllocationTypePinned;
  wanted.poolProps.location = {cudaMemLocationTypeDevice, stream.traits().device};
  wanted.bytesize = bytes;
  const auto made = std::make_shared<AllocationOperation>(wanted);
  if (!made->parameters.dptr) return remember(cudaErrorMemoryAllocation);
  *device = made->parameters.dptr;
  capture_operation(stream, made);
  return cudaSuccess;
}

}  // namespace gridmark::emulation
