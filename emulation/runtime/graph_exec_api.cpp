// Executable graphs: instantiation, launch, update.
#include <algorithm>

#include "emulation/runtime/capture.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/graph_nodes.h"
#include "emulation/runtime/kernel_operation.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/pool_operations.h"
#include "emulation/runtime/stray_work.h"
#include "emulation/runtime/streams.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

cudaError_t instantiate(cudaGraphExec_t* exec, cudaGraph_t handle, unsigned long long flags) {
  const DeviceLock lock(device_mutex());
  constexpr unsigned long long known = cudaGraphInstantiateFlagAutoFreeOnLaunch |
                                       cudaGraphInstantiateFlagUpload |
                                       cudaGraphInstantiateFlagUseNodePriority;
  const Graph* graph = Graphs::instance().find(handle);
  if (!exec || !graph) return remember(cudaErrorInvalidValue);
  if (flags & cudaGraphInstantiateFlagDeviceLaunch) return remember(cudaErrorNotSupported);
  if (flags & ~known) return remember(cudaErrorInvalidValue);
  if (!graph->nodes().empty() && graph->in_order().empty()) return remember(cudaErrorInvalidValue);
  auto made = std::make_unique<GraphExec>();
  made->graph = graph->clone(&made->nodes);
  made->flags = flags;
  *exec = handle_of(Graphs::instance().adopt(std::move(made)));
  return cudaSuccess;
}

/// The instance's own node for a node of the graph that it was made from, or null.
GraphNode* node_in(cudaGraphExec_t handle, cudaGraphNode_t node) {
  GraphExec* exec = Graphs::instance().find(handle);
  if (!exec) return nullptr;
  const auto found = exec->nodes.find(reinterpret_cast<GraphNode*>(node));
  return found == exec->nodes.end() ? nullptr : found->second;
}

template <class Make>
cudaError_t change(cudaGraphExec_t exec, cudaGraphNode_t handle, cudaGraphNodeType type, Make make) {
  const DeviceLock lock(device_mutex());
  GraphNode* node = node_in(exec, handle);
  if (!node || node->operation->type() != type) return remember(cudaErrorInvalidValue);
  return remember(make(&node->operation));
}

/// The reason why an instance cannot become the graph, and the node.
cudaGraphExecUpdateResultInfo compare(const Graph& old, const Graph& wanted) {
  const auto difference = [](cudaGraphExecUpdateResult what, GraphNode* node) {
    return cudaGraphExecUpdateResultInfo{what, handle_of(node), nullptr};
  };
  const auto position = [](const Graph& graph, const GraphNode* node) {
    const auto found = std::find_if(graph.nodes().begin(), graph.nodes().end(),
                                    [&](const auto& known) { return known.get() == node; });
    return found - graph.nodes().begin();
  };
  if (old.nodes().size() != wanted.nodes().size())
    return difference(cudaGraphExecUpdateErrorTopologyChanged, nullptr);
  for (size_t i = 0; i < old.nodes().size(); ++i) {
    const GraphNode &before = *old.nodes()[i], &after = *wanted.nodes()[i];
    if (before.dependencies.size() != after.dependencies.size())
      return difference(cudaGraphExecUpdateErrorTopologyChanged, wanted.nodes()[i].get());
    for (size_t d = 0; d < before.dependencies.size(); ++d)
      if (position(old, before.dependencies[d]) != position(wanted, after.dependencies[d]))
        return difference(cudaGraphExecUpdateErrorTopologyChanged, wanted.nodes()[i].get());
    if (before.operation->type() != after.operation->type())
      return difference(cudaGraphExecUpdateErrorNodeTypeChanged, wanted.nodes()[i].get());
  }
  return {cudaGraphExecUpdateSuccess, nullptr, nullptr};
}

struct ProgramObject {
  void* pointer;
  cudaHostFn_t destroy;
  unsigned references;
  ~ProgramObject() { destroy(pointer); }
};

ProgramObject* object_of(cudaUserObject_t handle) { return reinterpret_cast<ProgramObject*>(handle); }

cudaError_t release(cudaUserObject_t handle, unsigned count) {
  ProgramObject* object = object_of(handle);
  if (!object || count == 0 || count > object->references) return remember(cudaErrorInvalidValue);
  object->references -= count;
  if (object->references == 0) delete object;
  return cudaSuccess;
}

}  // namespace
}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return instantiate(exec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
  if (!parameters) return remember(cudaErrorInvalidValue);
  const cudaError_t error = instantiate(exec, graph, parameters->flags);
  parameters->errNode_out = nullptr;
  parameters->result_out =
      error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateInvalidStructure;
  return error;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t stream_handle) {
  const DeviceLock lock(device_mutex());
  const GraphExec* exec = Graphs::instance().find(handle);
  if (!exec) return remember(cudaErrorInvalidValue);
  const std::shared_ptr<Stream> stream = Streams::instance().find(stream_handle);
  if (!stream) return remember(cudaErrorInvalidResourceHandle);
  if (const cudaError_t error = refuse_implicit_dependency(stream); error != cudaSuccess)
    return remember(error);
  const std::shared_ptr<Graph> as_it_is = exec->graph->clone(nullptr);
  const Position queued = Streams::instance().enqueue(stream, std::make_shared<GraphOperation>(as_it_is));
  note_queued(queued, {"cudaGraphLaunch", "pass the stream as its last argument"});
  return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  const DeviceLock lock(device_mutex());
  const bool known = Graphs::instance().find(exec) && Streams::instance().find(stream);
  return known ? cudaSuccess : remember(cudaErrorInvalidValue);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  const DeviceLock lock(device_mutex());
  return Graphs::instance().destroy(exec) ? cudaSuccess : remember(cudaErrorInvalidValue);
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t handle, unsigned long long* flags) {
  const DeviceLock lock(device_mutex());
  const GraphExec* exec = Graphs::instance().find(handle);
  if (!exec || !flags) return remember(cudaErrorInvalidValue);
  *flags = exec->flags;
  return cudaSuccess;
}

cudaError_t gridmark_graph_exec_update(cudaGraphExec_t handle, cudaGraph_t graph,
                                       cudaGraphExecUpdateResultInfo* result) {
  const DeviceLock lock(device_mutex());
  GraphExec* exec = Graphs::instance().find(handle);
  const Graph* wanted = Graphs::instance().find(graph);
  if (!exec || !wanted) return remember(cudaErrorInvalidValue);
  const cudaGraphExecUpdateResultInfo found = compare(*exec->graph, *wanted);
  if (result) *result = found;
  if (found.result != cudaGraphExecUpdateSuccess) return remember(cudaErrorGraphExecUpdateFailure);
  for (size_t i = 0; i < wanted->nodes().size(); ++i)
    exec->graph->nodes()[i]->operation = wanted->nodes()[i]->operation;
  return cudaSuccess;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t handle, unsigned int enabled) {
  const DeviceLock lock(device_mutex());
  GraphNode* node = node_in(exec, handle);
  if (!node || node->operation->type() > cudaGraphNodeTypeMemset) return remember(cudaErrorInvalidValue);
  node->enabled = enabled != 0;
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t handle, unsigned int* enabled) {
  const DeviceLock lock(device_mutex());
  const GraphNode* node = node_in(exec, handle);
  if (!node || !enabled) return remember(cudaErrorInvalidValue);
  *enabled = node->enabled;
  return cudaSuccess;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams* parameters) {
  return change(exec, node, cudaGraphNodeTypeKernel,
                [&](auto* made) { return kernel_operation(parameters, made); });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms* parameters) {
  return change(exec, node, cudaGraphNodeTypeMemcpy,
                [&](auto* made) { return copy_operation(parameters, made); });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                               const void* from, size_t bytes, enum cudaMemcpyKind kind) {
  return change(exec, node, cudaGraphNodeTypeMemcpy,
                [&](auto* made) { return line_operation(to, from, bytes, kind, made); });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams* parameters) {
  return change(exec, node, cudaGraphNodeTypeMemset,
                [&](auto* made) { return set_operation(parameters, made); });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams* parameters) {
  return change(exec, node, cudaGraphNodeTypeHost,
                [&](auto* made) { return host_operation(parameters, made); });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
  return change(exec, node, cudaGraphNodeTypeGraph, [&](auto* made) { return child_operation(child, made); });
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
  return change(exec, node, cudaGraphNodeTypeEventRecord,
                [&](auto* made) { return record_operation(event, made); });
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event) {
  return change(exec, node, cudaGraphNodeTypeWaitEvent,
                [&](auto* made) { return wait_operation(event, made); });
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       struct cudaGraphNodeParams* parameters) {
  if (!parameters) return remember(cudaErrorInvalidValue);
  return change(exec, node, parameters->type, [&](auto* made) { return any_operation(parameters, made); });
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
  return is_device(device) ? cudaSuccess : remember(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void* value) {
  const DeviceLock lock(device_mutex());
  if (!is_device(device)) return remember(cudaErrorInvalidDevice);
  if (!value || attribute < cudaGraphMemAttrUsedMemCurrent || attribute > cudaGraphMemAttrReservedMemHigh)
    return remember(cudaErrorInvalidValue);
  const bool high = attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
  *static_cast<std::uint64_t*>(value) = high ? graph_memory().high : graph_memory().used;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void* value) {
  const DeviceLock lock(device_mutex());
  if (!is_device(device)) return remember(cudaErrorInvalidDevice);
  const bool high = attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
  if (!value || !high || *static_cast<std::uint64_t*>(value) != 0) return remember(cudaErrorInvalidValue);
  graph_memory().high = graph_memory().used;
  return cudaSuccess;
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* pointer, cudaHostFn_t destroy,
                                 unsigned int references, unsigned int flags) {
  if (!object || !destroy || !references || flags != cudaUserObjectNoDestructorSync)
    return remember(cudaErrorInvalidValue);
  *object = reinterpret_cast<cudaUserObject_t>(new ProgramObject{pointer, destroy, references});
  return cudaSuccess;
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
  const DeviceLock lock(device_mutex());
  if (!object || !count) return remember(cudaErrorInvalidValue);
  object_of(object)->references += count;
  return cudaSuccess;
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
  const DeviceLock lock(device_mutex());
  return release(object, count);
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t handle, cudaUserObject_t object, unsigned int count,
                                      unsigned int flags) {
  const DeviceLock lock(device_mutex());
  Graph* graph = Graphs::instance().find(handle);
  if (!graph || !object || !count || flags > cudaGraphUserObjectMove) return remember(cudaErrorInvalidValue);
  if (flags != cudaGraphUserObjectMove) object_of(object)->references += count;
  for (unsigned i = 0; i < count; ++i)
    graph->objects.emplace_back(object, [](void* held) { release(static_cast<cudaUserObject_t>(held), 1); });
  return cudaSuccess;
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t handle, cudaUserObject_t object, unsigned int count) {
  const DeviceLock lock(device_mutex());
  Graph* graph = Graphs::instance().find(handle);
  if (!graph || !object) return remember(cudaErrorInvalidValue);
  auto& objects = graph->objects;
  for (unsigned i = 0; i < count; ++i) {
    const auto found = std::find_if(objects.begin(), objects.end(),
                                    [&](const UserObject& held) { return held.get() == object; });
    if (found == objects.end()) return remember(cudaErrorInvalidValue);
    objects.erase(found);
  }
  return cudaSuccess;
}

}  // extern "C"
