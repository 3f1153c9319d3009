#include "emulation/runtime/graph_nodes.h"

#include "emulation/runtime/copies.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/events.h"
#include "emulation/runtime/kernel_operation.h"
#include "emulation/runtime/pool_operations.h"
#include "emulation/runtime/streams.h"
#include "gridmark/kernel_registry.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

/// A child graph's nodes have their own handles while it lives.
class ChildOperation : public GraphOperation {
 public:
  explicit ChildOperation(std::shared_ptr<Graph> whole) : GraphOperation(std::move(whole)) {
    Graphs::instance().note_inner(graph.get());
  }
  ~ChildOperation() override { Graphs::instance().forget_inner(graph.get()); }
};

}  // namespace

cudaError_t kernel_operation(const cudaKernelNodeParams* parameters, SharedOperation* made) {
  if (!parameters || (!parameters->kernelParams && parameters->extra)) return cudaErrorInvalidValue;
  if (!parameters->func) return cudaErrorInvalidDeviceFunction;
  const LaunchShape shape{parameters->gridDim, parameters->blockDim, parameters->sharedMemBytes, nullptr,
                          false};
  if (!launch_shape_is_valid(shape, parameters->func)) return cudaGetLastError();
  KernelCall* call = bind_registered(parameters->func, shape, parameters->kernelParams);
  if (!call) return cudaErrorInvalidDeviceFunction;
  const auto operation = std::make_shared<KernelOperation>(std::shared_ptr<KernelCall>(call, call->destroy));
  operation->parameters = *parameters;
  *made = operation;
  return cudaSuccess;
}

cudaError_t copy_operation(const cudaMemcpy3DParms* parameters, SharedOperation* made) {
  if (!parameters) return cudaErrorInvalidValue;
  Box box;
  if (const cudaError_t error = box_of(*parameters, &box); error != cudaSuccess) return error;
  std::shared_ptr<CopyOperation> operation;
  const cudaError_t error = make_copy(box, parameters->kind, Symbol::neither, &operation);
  if (error != cudaSuccess) return error;
  operation->parameters = *parameters;
  *made = operation;
  return cudaSuccess;
}

cudaError_t line_operation(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                           SharedOperation* made) {
  std::shared_ptr<CopyOperation> operation;
  const cudaError_t error = make_copy(row(to, from, bytes), kind, Symbol::neither, &operation);
  if (error == cudaSuccess) *made = operation;
  return error;
}

cudaError_t symbol_operation(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                             bool to_symbol, SharedOperation* made) {
  std::shared_ptr<CopyOperation> operation;
  const cudaError_t error =
      make_copy(row(to, from, bytes), kind, to_symbol ? Symbol::target : Symbol::source, &operation);
  if (error == cudaSuccess) *made = operation;
  return error;
}

cudaError_t set_operation(const cudaMemsetParams* parameters, SharedOperation* made) {
  if (!parameters || !parameters->width || !parameters->height) return cudaErrorInvalidValue;
  std::shared_ptr<SetOperation> operation;
  const cudaError_t error = make_set(*parameters, parameters->pitch * parameters->height, 1, &operation);
  if (error == cudaSuccess) *made = operation;
  return error;
}

cudaError_t host_operation(const cudaHostNodeParams* parameters, SharedOperation* made) {
  if (!parameters || !parameters->fn) return cudaErrorInvalidValue;
  const cudaHostNodeParams kept = *parameters;
  *made = std::make_shared<HostOperation>([kept] { kept.fn(kept.userData); }, kept);
  return cudaSuccess;
}

cudaError_t child_operation(cudaGraph_t child, SharedOperation* made) {
  Graph* found = Graphs::instance().find(child);
  if (!found) return cudaErrorInvalidValue;
  *made = std::make_shared<ChildOperation>(std::shared_ptr<Graph>(found->clone(nullptr)));
  return cudaSuccess;
}

cudaError_t record_operation(cudaEvent_t event, SharedOperation* made) {
  if (!find_event(event)) return cudaErrorInvalidResourceHandle;
  *made = std::make_shared<EventRecordOperation>(event);
  return cudaSuccess;
}

cudaError_t wait_operation(cudaEvent_t event, SharedOperation* made) {
  if (!find_event(event)) return cudaErrorInvalidResourceHandle;
  *made = std::make_shared<EventWaitOperation>(event);
  return cudaSuccess;
}

cudaError_t allocation_operation(cudaMemAllocNodeParams* parameters, SharedOperation* made) {
  if (!parameters || !parameters->bytesize) return cudaErrorInvalidValue;
  const auto operation = std::make_shared<AllocationOperation>(*parameters);
  if (!operation->parameters.dptr) return cudaErrorMemoryAllocation;
  parameters->dptr = operation->parameters.dptr;
  *made = operation;
  return cudaSuccess;
}

cudaError_t free_operation(void* device, SharedOperation* made) {
  const DeviceAllocation* found = DeviceMemory::instance().find(device);
  if (!found || found->address != reinterpret_cast<std::uintptr_t>(device)) return cudaErrorInvalidValue;
  *made = std::make_shared<FreeOperation>(device);
  return cudaSuccess;
}

cudaError_t any_operation(cudaGraphNodeParams* parameters, SharedOperation* made) {
  if (!parameters) return cudaErrorInvalidValue;
  switch (parameters->type) {
    case cudaGraphNodeTypeKernel:
      return kernel_operation(&parameters->kernel, made);
    case cudaGraphNodeTypeMemcpy:
      return copy_operation(&parameters->memcpy.copyParams, made);
    case cudaGraphNodeTypeMemset:
      return set_operation(&parameters->memset, made);
    case cudaGraphNodeTypeHost:
      return host_operation(&parameters->host, made);
    case cudaGraphNodeTypeGraph:
      return child_operation(parameters->graph.graph, made);
    case cudaGraphNodeTypeEmpty:
      *made = std::make_shared<EmptyOperation>();
      return cudaSuccess;
    case cudaGraphNodeTypeWaitEvent:
      return wait_operation(parameters->eventWait.event, made);
    case cudaGraphNodeTypeEventRecord:
      return record_operation(parameters->eventRecord.event, made);
    case cudaGraphNodeTypeMemAlloc:
      return allocation_operation(&parameters->alloc, made);
    case cudaGraphNodeTypeMemFree:
      return free_operation(parameters->free.dptr, made);
    default:
      return cudaErrorNotSupported;  // conditional nodes, semaphores of other APIs
  }
}

}  // namespace gridmark::emulation
