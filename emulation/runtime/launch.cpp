// From <<<...>>> to a command in a stream, and from there to the engine.
#include <cstdio>
#include <memory>

#include "emulation/engine/device_access.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/grid.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/device_profile.h"
#include "emulation/runtime/fault_sentence.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/ledger.h"
#include "emulation/runtime/streams.h"
#include "gridmark/launch.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

/// The largest that any kernel of the program was allowed: a launch does not say which function it is for.
int allowed_dynamic_shared_bytes = static_cast<int>(device_profile.shared_bytes_per_block);

/// Blocks that the device holds at once; registers are not known.
std::uint64_t most_resident(const LaunchShape& shape) {
  const auto threads = static_cast<int>(shape.block.x * shape.block.y * shape.block.z);
  const auto blocks = static_cast<unsigned>(resident_blocks(threads, shape.dynamic_shared_bytes));
  return std::uint64_t{blocks} * static_cast<unsigned>(device_profile.processors);
}

cudaError_t shape_error(const LaunchShape& shape) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  const dim3 &grid = shape.grid, &block = shape.block;
  const DeviceProfile& device = device_profile;
  if (block.x == 0 || block.y == 0 || block.z == 0 || grid.x == 0 || grid.y == 0 || grid.z == 0)
    return cudaErrorInvalidConfiguration;
  if (block.x > device.most_block_x || block.y > device.most_block_y || block.z > device.most_block_z ||
      std::uint64_t{block.x} * block.y * block.z > device.threads_per_block)
    return cudaErrorInvalidConfiguration;
  if (grid.x > device.most_grid_x || grid.y > device.most_grid_yz || grid.z > device.most_grid_yz)
    return cudaErrorInvalidConfiguration;
  if (shape.dynamic_shared_bytes > static_cast<std::size_t>(allowed_dynamic_shared_bytes))
    return cudaErrorInvalidValue;
  if (shape.cooperative && std::uint64_t{grid.x} * grid.y * grid.z > most_resident(shape))
    return cudaErrorCooperativeLaunchTooLarge;
  return Streams::instance().find(shape.stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

void check_canaries(const char* kernel) {
  std::ptrdiff_t offset = 0;
  const DeviceAllocation* allocation = DeviceMemory::instance().damaged(&offset);
  if (!allocation) return;
  std::fflush(stdout);
  tell_overrun(kernel, *allocation, offset);
}

void run(const KernelCall& call) {
  if (sticky_error() != cudaSuccess) return;
  const DeviceAccess access;
  const LaunchShape& shape = call.shape;
  const std::uint64_t resident = most_resident(shape);
  const Grid grid{shape.grid,
                  shape.block,
                  shape.dynamic_shared_bytes,
                  call.run_threads,
                  const_cast<KernelCall*>(&call),
                  call.kernel,
                  shape.cooperative,
                  resident};
  run_grid(grid);
  note_launch(grid);
  if (sticky_error() == cudaSuccess) check_canaries(call.kernel);
}

}  // namespace

bool launch_shape_is_valid(const LaunchShape& shape, const void*) {
  const DeviceLock lock(device_mutex());
  return remember(shape_error(shape)) == cudaSuccess;
}

void enqueue(KernelCall* call) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<KernelCall> owned(call, call->destroy);
  Streams& streams = Streams::instance();
  streams.enqueue(streams.find(call->shape.stream), [owned] { run(*owned); });
}

cudaError_t set_function_attribute(const void* function, cudaFuncAttribute attribute, int value) {
  const DeviceLock lock(device_mutex());
  if (!function) return remember(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) return cudaSuccess;
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
      value > static_cast<int>(device_profile.shared_bytes_per_block_opt_in))
    return remember(cudaErrorInvalidValue);
  if (value > allowed_dynamic_shared_bytes) allowed_dynamic_shared_bytes = value;
  return cudaSuccess;
}

cudaError_t function_attributes(cudaFuncAttributes* attributes, const void* function) {
  if (!attributes || !function) return remember(cudaErrorInvalidValue);
  *attributes = {};
  attributes->maxThreadsPerBlock = static_cast<int>(device_profile.threads_per_block);
  attributes->binaryVersion = attributes->ptxVersion = device_profile.major * 10 + device_profile.minor;
  attributes->maxDynamicSharedSizeBytes = allowed_dynamic_shared_bytes;
  return cudaSuccess;
}

}  // namespace gridmark::emulation
