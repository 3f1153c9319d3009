// From <<<...>>> to a command in a stream, and from there to the engine.
#include <cstdio>
#include <memory>
#include <string>

#include "emulation/engine/device_access.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/grid.h"
#include "emulation/engine/observer.h"
#include "emulation/repairable_words.h"
#include "emulation/runtime/capture.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/device_profile.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/fault_message.h"
#include "emulation/runtime/function_settings.h"
#include "emulation/runtime/host_arguments.h"
#include "emulation/runtime/kernel_operation.h"
#include "emulation/runtime/kernel_symbols.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/ledger.h"
#include "emulation/runtime/null_pointer.h"
#include "emulation/runtime/open_pages.h"
#include "emulation/runtime/refused_work.h"
#include "emulation/runtime/stray_work.h"
#include "emulation/runtime/streams.h"
#include "gridmark/launch.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

/// Blocks that the device holds at once, without a limit by registers, which are not known.
std::uint64_t most_resident(const LaunchShape& shape, const void* function) {
  const auto threads = static_cast<int>(shape.block.x * shape.block.y * shape.block.z);
  const auto blocks = static_cast<unsigned>(resident_blocks(function, threads, shape.dynamic_shared_bytes));
  return std::uint64_t{blocks} * static_cast<unsigned>(device_profile.processors);
}

std::uint64_t count(const dim3& extent) { return std::uint64_t{extent.x} * extent.y * extent.z; }

/// nvcc refuses such a kernel at compile time. Here only the symbol table has a variable's size.
bool has_too_much_static_shared(const void* function) {
  const KernelSymbol& kernel = kernel_symbol(function);
  if (kernel.static_shared_bytes <= device_profile.shared_bytes_per_block) return false;
  std::fprintf(
      stderr,
      "gridmark: kernel %s has %zu bytes of __shared__ variables, and nvcc refuses more than %zu: use extern "
      "__shared__ and cudaFuncAttributeMaxDynamicSharedMemorySize\n",
      kernel.name.c_str(), kernel.static_shared_bytes, device_profile.shared_bytes_per_block);
  return true;
}

cudaError_t shape_error(const LaunchShape& shape, const void* function) {
  if (const cudaError_t error = device_error(); error != cudaSuccess) return error;
  const dim3 &grid = shape.grid, &block = shape.block;
  const DeviceProfile& device = device_profile;
  if (block.x == 0 || block.y == 0 || block.z == 0 || grid.x == 0 || grid.y == 0 || grid.z == 0)
    return cudaErrorInvalidConfiguration;
  if (block.x > device.most_block_x || block.y > device.most_block_y || block.z > device.most_block_z ||
      std::uint64_t{block.x} * block.y * block.z > device.threads_per_block)
    return cudaErrorInvalidConfiguration;
  if (grid.x > device.most_grid_x || grid.y > device.most_grid_yz || grid.z > device.most_grid_yz)
    return cudaErrorInvalidConfiguration;
  if (has_too_much_static_shared(function)) return cudaErrorInvalidValue;
  if (shape.dynamic_shared_bytes > allowed_dynamic_shared_bytes(function)) return cudaErrorInvalidValue;
  if (shape.cooperative && std::uint64_t{grid.x} * grid.y * grid.z > most_resident(shape, function))
    return cudaErrorCooperativeLaunchTooLarge;
  const std::shared_ptr<Stream> stream = Streams::instance().find(shape.stream);
  if (!stream || stream->traits().device != current_device()) return cudaErrorInvalidResourceHandle;
  return refuse_implicit_dependency(stream);
}

void check_canaries(const char* kernel) {
  std::ptrdiff_t offset = 0;
  const DeviceAllocation* allocation = DeviceMemory::instance().damaged(&offset);
  if (!allocation) return;
  std::fflush(stdout);
  tell_overrun(kernel, *allocation, offset);
}

}  // namespace

void run_kernel(const KernelCall& call) {
  if (sticky_error() != cudaSuccess) return;
  const DeviceAccess access;
  if (device_protection_key() < 0) OpenPages::instance().open_arguments(call);
  const LaunchShape& shape = call.shape;
  const std::uint64_t resident = most_resident(shape, call.function);
  const Grid grid{shape.grid,
                  shape.block,
                  shape.dynamic_shared_bytes,
                  call.run_threads,
                  const_cast<KernelCall*>(&call),
                  call.kernel,
                  shape.cooperative,
                  resident};
  {
    const HostArguments closed(call);
    const RunningCall running(call);
    run_grid(grid);
  }
  note_launch(grid);
  if (sticky_error() == cudaSuccess) check_canaries(call.kernel);
}

double share_of_device(const KernelCall& call) {
  const std::uint64_t most = std::max<std::uint64_t>(1, most_resident(call.shape, call.function));
  return std::min(1.0, static_cast<double>(count(call.shape.grid)) / static_cast<double>(most));
}

namespace {

Cost by_shape(const KernelCall& call) {
  return kernel_cost(count(call.shape.grid) * count(call.shape.block), share_of_device(call));
}

}  // namespace

void KernelOperation::run(const SharedWork&) {
  run_kernel(*call);
  if (!observer) return;
  counted_ = by_shape(*call);
  const Nanoseconds counted = observer->launch_nanoseconds();
  if (counted > 0) counted_->time = time_model.kernel_start + counted, counted_->basis = Span::Basis::counts;
}

std::optional<Cost> KernelOperation::cost() const { return observer ? counted_ : by_shape(*call); }

namespace {

/// The limit that the shape exceeds, in brackets: " (2048 threads, and a block has at most 1024)". Empty if
/// there is another reason why it did not run.
std::string exceeded_limit(const LaunchShape& shape, const void* function) {
  const dim3 &grid = shape.grid, &block = shape.block;
  if (block.x == 0 || block.y == 0 || block.z == 0 || grid.x == 0 || grid.y == 0 || grid.z == 0)
    return " (a size of 0)";
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  if (threads > device_profile.threads_per_block)
    return " (" + std::to_string(threads) + std::string(emulation::too_many_threads) +
           std::to_string(device_profile.threads_per_block) + ")";
  const std::size_t allowed = allowed_dynamic_shared_bytes(function);
  if (shape.dynamic_shared_bytes <= allowed) return "";
  return " (this kernel may have " + std::to_string(allowed) + std::string(emulation::shared_memory_limit) +
         std::to_string(device_profile.shared_bytes_per_block_opt_in) + ")";
}

/// "kernel scale, with blocks of (2048,1,1) in a grid of (1,1,1) and 0 bytes of dynamic shared memory (2048
/// threads, and a block has at most 1024),"
std::string described(const LaunchShape& shape, const void* function) {
  const auto triple = [](const dim3& size) {
    return "(" + std::to_string(size.x) + "," + std::to_string(size.y) + "," + std::to_string(size.z) + ")";
  };
  const std::string& name = kernel_symbol(function).name;
  return (name.empty() ? "a kernel" : "kernel " + name) + ", with blocks of " + triple(shape.block) +
         " in a grid of " + triple(shape.grid) + " and " + std::to_string(shape.dynamic_shared_bytes) +
         " bytes of dynamic shared memory" + exceeded_limit(shape, function) + ",";
}

}  // namespace

bool launch_shape_is_valid(const LaunchShape& shape, const void* function) {
  const DeviceLock lock(device_mutex());
  const cudaError_t error =
      remember(work_is_refused() ? cudaErrorLaunchOutOfResources : shape_error(shape, function));
  if (observer && error != sticky_error())
    observer->launch_failed(described(shape, function), cudaGetErrorName(error));
  return error == cudaSuccess;
}

void enqueue(KernelCall* call) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<KernelCall> owned(call, call->destroy);
  call->kernel = kernel_name(call->function, call->kernel);
  Streams& streams = Streams::instance();
  const Position queued =
      streams.enqueue(streams.find(call->shape.stream), std::make_shared<KernelOperation>(owned));
  note_queued(queued, {std::string("the launch of ") + call->kernel,
                       "launch it in that stream: <<<grid, block, 0, stream>>>"});
}

}  // namespace gridmark::emulation
