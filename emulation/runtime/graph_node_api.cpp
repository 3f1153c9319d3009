// Graphs: queries and changes of a node's operation.
#include "emulation/runtime/copies.h"
#include "emulation/runtime/events.h"
#include "emulation/runtime/graph_nodes.h"
#include "emulation/runtime/kernel_operation.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/pool_operations.h"
#include "emulation/runtime/streams.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

/// Replaces a node's operation with the one from `make(&operation)`, which must be of the same kind.
template <class Make>
cudaError_t change(cudaGraphNode_t handle, cudaGraphNodeType type, Make make) {
  const DeviceLock lock(device_mutex());
  GraphNode* node = Graphs::instance().find(handle);
  if (!node || node->operation->type() != type) return remember(cudaErrorInvalidValue);
  return remember(make(&node->operation));
}

/// Calls `look(operation)` with a node's operation, which must be a `Kind`.
template <class Kind, class Look>
cudaError_t look_at(cudaGraphNode_t handle, Look look) {
  const DeviceLock lock(device_mutex());
  const GraphNode* node = Graphs::instance().find(handle);
  const auto* operation = node ? dynamic_cast<const Kind*>(node->operation.get()) : nullptr;
  if (!operation) return remember(cudaErrorInvalidValue);
  look(*operation);
  return cudaSuccess;
}

}  // namespace
}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams* parameters) {
  if (!parameters) return remember(cudaErrorInvalidValue);
  return look_at<KernelOperation>(node, [&](const KernelOperation& operation) {
    const LaunchShape& shape = operation.call->shape;
    *parameters = operation.parameters;
    parameters->func = const_cast<void*>(operation.call->function);
    parameters->gridDim = shape.grid;
    parameters->blockDim = shape.block;
    parameters->sharedMemBytes = static_cast<unsigned>(shape.dynamic_shared_bytes);
  });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams* parameters) {
  return change(node, cudaGraphNodeTypeKernel,
                [&](auto* made) { return kernel_operation(parameters, made); });
}

// Priorities and cache hints change no result.
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID,
                                            const cudaKernelNodeAttrValue* value) {
  if (!value) return remember(cudaErrorInvalidValue);
  return look_at<KernelOperation>(node, [](const KernelOperation&) {});
}
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID,
                                            cudaKernelNodeAttrValue* value) {
  if (!value) return remember(cudaErrorInvalidValue);
  return look_at<KernelOperation>(node, [&](const KernelOperation&) { *value = {}; });
}
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
  const cudaError_t error = look_at<KernelOperation>(to, [](const KernelOperation&) {});
  return error != cudaSuccess ? error : look_at<KernelOperation>(from, [](const KernelOperation&) {});
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms* parameters) {
  if (!parameters) return remember(cudaErrorInvalidValue);
  return look_at<CopyOperation>(node, [&](const auto& operation) { *parameters = operation.parameters; });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms* parameters) {
  return change(node, cudaGraphNodeTypeMemcpy, [&](auto* made) { return copy_operation(parameters, made); });
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from, size_t bytes,
                                           enum cudaMemcpyKind kind) {
  return change(node, cudaGraphNodeTypeMemcpy,
                [&](auto* made) { return line_operation(to, from, bytes, kind, made); });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams* parameters) {
  if (!parameters) return remember(cudaErrorInvalidValue);
  return look_at<SetOperation>(node, [&](const auto& operation) { *parameters = operation.parameters; });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams* parameters) {
  return change(node, cudaGraphNodeTypeMemset, [&](auto* made) { return set_operation(parameters, made); });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams* parameters) {
  if (!parameters) return remember(cudaErrorInvalidValue);
  return look_at<HostOperation>(node, [&](const auto& operation) { *parameters = operation.parameters; });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams* parameters) {
  return change(node, cudaGraphNodeTypeHost, [&](auto* made) { return host_operation(parameters, made); });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  if (!graph) return remember(cudaErrorInvalidValue);
  return look_at<GraphOperation>(node,
                                 [&](const auto& operation) { *graph = handle_of(operation.graph.get()); });
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  if (!event) return remember(cudaErrorInvalidValue);
  return look_at<EventRecordOperation>(node, [&](const auto& operation) { *event = operation.event; });
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return change(node, cudaGraphNodeTypeEventRecord,
                [&](auto* made) { return record_operation(event, made); });
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  if (!event) return remember(cudaErrorInvalidValue);
  return look_at<EventWaitOperation>(node, [&](const auto& operation) { *event = operation.event; });
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return change(node, cudaGraphNodeTypeWaitEvent, [&](auto* made) { return wait_operation(event, made); });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams* parameters) {
  if (!parameters) return remember(cudaErrorInvalidValue);
  return look_at<AllocationOperation>(node,
                                      [&](const auto& operation) { *parameters = operation.parameters; });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* device) {
  if (!device) return remember(cudaErrorInvalidValue);
  return look_at<FreeOperation>(
      node, [&](const auto& operation) { *static_cast<void**>(device) = operation.device; });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t handle, enum cudaGraphNodeType* type) {
  if (!type) return remember(cudaErrorInvalidValue);
  return look_at<Operation>(handle, [&](const Operation& operation) { *type = operation.type(); });
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams* parameters) {
  if (!parameters) return remember(cudaErrorInvalidValue);
  return change(node, parameters->type, [&](auto* made) { return any_operation(parameters, made); });
}

}  // extern "C"
