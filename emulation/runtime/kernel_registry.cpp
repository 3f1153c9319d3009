// Kernels by address.
#include "gridmark/kernel_registry.h"

#include <cstdio>
#include <mutex>
#include <unordered_map>

#include "emulation/runtime/last_error.h"
#include "gridmark/launch_by_pointer.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

struct Registered {
  const char* name = "";
  BindArguments bind = nullptr;
  FindPackedArguments find = nullptr;
};

// Constructors of the program's variables also register kernels, so the registry is made on first use and
// never destroyed.
struct Registry {
  std::mutex mutex;
  std::unordered_map<const void*, Registered> kernels;
};
Registry& registry() {
  static auto* all = new Registry;
  return *all;
}

void explain_unknown(const void* kernel) {
  std::fflush(stdout);
  std::fprintf(stderr,
               "gridmark: the address %p was launched, but is not a known kernel: pass the kernel's own name "
               "to the call, or cast that name where the pointer is made, as in (void*)kernel\n",
               kernel);
}

cudaError_t explain_clusters() {
  std::fflush(stdout);
  std::fputs("gridmark: thread block clusters are not available: launch with a cluster of one block\n",
             stderr);
  return cudaErrorNotSupported;
}

/// Hints and policies change no result. They are accepted without effect.
cudaError_t apply(const cudaLaunchAttribute& attribute, LaunchShape& shape) {
  switch (attribute.id) {
    case cudaLaunchAttributeCooperative:
      shape.cooperative = attribute.val.cooperative != 0;
      return cudaSuccess;
    case cudaLaunchAttributeClusterDimension: {
      const auto& cluster = attribute.val.clusterDim;
      return cluster.x <= 1 && cluster.y <= 1 && cluster.z <= 1 ? cudaSuccess : explain_clusters();
    }
    default:
      return attribute.id >= cudaLaunchAttributeIgnore &&
                     attribute.id <= cudaLaunchAttributeNvlinkUtilCentricScheduling
                 ? cudaSuccess
                 : cudaErrorInvalidValue;
  }
}

/// Records the events that a launch must record at its end.
void record_events(const cudaLaunchConfig_t& config) {
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config.attrs[i];
    if (attribute.id == cudaLaunchAttributeProgrammaticEvent)
      cudaEventRecord(attribute.val.programmaticEvent.event, config.stream);
    if (attribute.id == cudaLaunchAttributeLaunchCompletionEvent)
      cudaEventRecord(attribute.val.launchCompletionEvent.event, config.stream);
  }
}

}  // namespace

void register_kernel(const void* kernel, const char* name, BindArguments bind, FindPackedArguments find) {
  if (*name == '&') ++name;
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  Registered& known = all.kernels[kernel];
  if (*name || !known.bind) known.name = name;
  known.bind = bind;
  known.find = find;
}

bool find_packed_arguments(const void* kernel, char* buffer, void** arguments) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  const auto found = all.kernels.find(kernel);
  if (found == all.kernels.end()) return false;
  found->second.find(buffer, arguments);
  return true;
}

KernelCall* bind_registered(const void* kernel, const LaunchShape& shape, void** arguments) {
  Registered known;
  {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    const auto found = all.kernels.find(kernel);
    if (found == all.kernels.end()) return nullptr;
    known = found->second;
  }
  KernelCall* call = known.bind(kernel, arguments);
  call->kernel = known.name;
  call->function = kernel;
  call->shape = shape;
  return call;
}

cudaError_t launch_registered(const void* kernel, const LaunchShape& shape, void** arguments) {
  if (!kernel) return remember(cudaErrorInvalidDeviceFunction);
  if (!launch_shape_is_valid(shape, kernel)) return cudaPeekAtLastError();
  KernelCall* call = bind_registered(kernel, shape, arguments);
  if (!call) {
    explain_unknown(kernel);
    return remember(cudaErrorInvalidDeviceFunction);
  }
  enqueue(call);
  return cudaSuccess;
}

}  // namespace gridmark::emulation

using namespace gridmark::emulation;

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t dynamic_shared_bytes, cudaStream_t stream) {
  return launch_registered(kernel, {grid, block, dynamic_shared_bytes, stream, false}, arguments);
}

cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t dynamic_shared_bytes, cudaStream_t stream) {
  return launch_registered(kernel, {grid, block, dynamic_shared_bytes, stream, true}, arguments);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel, void** arguments) {
  if (!config || (config->numAttrs > 0 && !config->attrs)) return remember(cudaErrorInvalidValue);
  LaunchShape shape{config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream, false};
  for (unsigned i = 0; i < config->numAttrs; ++i)
    if (const cudaError_t error = apply(config->attrs[i], shape); error != cudaSuccess)
      return remember(error);
  const cudaError_t error = launch_registered(kernel, shape, arguments);
  if (error == cudaSuccess) record_events(*config);
  return error;
}
