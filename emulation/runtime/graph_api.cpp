// Graphs: creation, nodes and edges.
#include <algorithm>
#include <cstdio>

#include "emulation/runtime/graph_nodes.h"
#include "emulation/runtime/kernel_operation.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/streams.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

/// Adds the operation from `make(&operation)` after the nodes that it depends on.
template <class Make>
cudaError_t add(cudaGraphNode_t* node, cudaGraph_t handle, const cudaGraphNode_t* after, size_t count,
                Make make) {
  const DeviceLock lock(device_mutex());
  Graph* graph = Graphs::instance().find(handle);
  if (!node || !graph || (count && !after)) return remember(cudaErrorInvalidValue);
  std::vector<GraphNode*> dependencies;
  for (size_t i = 0; i < count; ++i) {
    auto* dependency = reinterpret_cast<GraphNode*>(after[i]);
    if (!graph->holds(dependency)) return remember(cudaErrorInvalidValue);
    if (std::find(dependencies.begin(), dependencies.end(), dependency) != dependencies.end())
      return remember(cudaErrorInvalidValue);
    dependencies.push_back(dependency);
  }
  SharedOperation operation;
  if (const cudaError_t error = make(&operation); error != cudaSuccess) return remember(error);
  *node = handle_of(graph->add(std::move(operation), std::move(dependencies)));
  return cudaSuccess;
}

/// With null for the list, returns only the count.
cudaError_t give(const std::vector<GraphNode*>& found, cudaGraphNode_t* nodes, size_t* count) {
  if (!count) return remember(cudaErrorInvalidValue);
  if (nodes) {
    for (size_t i = 0; i < *count; ++i) nodes[i] = i < found.size() ? handle_of(found[i]) : nullptr;
    *count = std::min(*count, found.size());
  } else {
    *count = found.size();
  }
  return cudaSuccess;
}

std::vector<GraphNode*> nodes_of(const Graph& graph, bool roots_only) {
  std::vector<GraphNode*> found;
  for (const auto& node : graph.nodes())
    if (!roots_only || node->dependencies.empty()) found.push_back(node.get());
  return found;
}

const char* word_for(cudaGraphNodeType type) {
  static constexpr const char* words[] = {"kernel", "memcpy",         "memset",     "host",
                                          "graph",  "empty",          "event wait", "event record",
                                          "signal", "semaphore wait", "allocation", "free"};
  return type < static_cast<int>(std::size(words)) ? words[type] : "node";
}

void print_dot(const Graph& graph, std::FILE* file) {
  std::map<const GraphNode*, size_t> numbers;
  for (const auto& node : graph.nodes()) numbers.emplace(node.get(), numbers.size());
  std::fputs("digraph graph_1 {\n", file);
  for (const auto& node : graph.nodes()) {
    const auto* kernel = dynamic_cast<const KernelOperation*>(node->operation.get());
    std::fprintf(file, "  node_%zu [label=\"%zu %s %s\"];\n", numbers[node.get()], numbers[node.get()],
                 word_for(node->operation->type()), kernel ? kernel->call->kernel : "");
  }
  for (const auto& node : graph.nodes())
    for (const GraphNode* dependency : node->dependencies)
      std::fprintf(file, "  node_%zu -> node_%zu;\n", numbers[dependency], numbers[node.get()]);
  std::fputs("}\n", file);
}

/// Calls `action(from, to)` for each pair of nodes of the graph.
template <class Action>
cudaError_t for_each_edge(cudaGraph_t handle, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                          size_t count, Action action) {
  const DeviceLock lock(device_mutex());
  const Graph* graph = Graphs::instance().find(handle);
  if (!graph || (count && (!from || !to))) return remember(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    auto* first = reinterpret_cast<GraphNode*>(from[i]);
    auto* second = reinterpret_cast<GraphNode*>(to[i]);
    if (first == second || !graph->holds(first) || !graph->holds(second) || !action(first, second))
      return remember(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}

}  // namespace
}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  const DeviceLock lock(device_mutex());
  if (!graph || flags) return remember(cudaErrorInvalidValue);
  *graph = handle_of(Graphs::instance().create());
  return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  const DeviceLock lock(device_mutex());
  return Graphs::instance().destroy(graph) ? cudaSuccess : remember(cudaErrorInvalidValue);
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
  const DeviceLock lock(device_mutex());
  const Graph* graph = Graphs::instance().find(original);
  if (!clone || !graph) return remember(cudaErrorInvalidValue);
  std::map<const GraphNode*, GraphNode*> copies;
  Graph* made = Graphs::instance().adopt(graph->clone(&copies));
  made->clone_of = std::move(copies);
  *clone = handle_of(made);
  return cudaSuccess;
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t clone) {
  const DeviceLock lock(device_mutex());
  const Graph* graph = Graphs::instance().find(clone);
  if (!node || !graph) return remember(cudaErrorInvalidValue);
  const auto found = graph->clone_of.find(reinterpret_cast<GraphNode*>(original));
  if (found == graph->clone_of.end()) return remember(cudaErrorInvalidValue);
  *node = handle_of(found->second);
  return cudaSuccess;
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t handle, const char* path, unsigned int) {
  const DeviceLock lock(device_mutex());
  const Graph* graph = Graphs::instance().find(handle);
  if (!graph || !path) return remember(cudaErrorInvalidValue);
  std::FILE* file = std::fopen(path, "w");
  if (!file) return remember(cudaErrorOperatingSystem);
  print_dot(*graph, file);
  return std::fclose(file) == 0 ? cudaSuccess : remember(cudaErrorOperatingSystem);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                  size_t count) {
  return add(node, graph, after, count, [](SharedOperation* made) {
    *made = std::make_shared<EmptyOperation>();
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   size_t count, const struct cudaKernelNodeParams* parameters) {
  return add(node, graph, after, count, [&](auto* made) { return kernel_operation(parameters, made); });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   size_t count, const struct cudaMemcpy3DParms* parameters) {
  return add(node, graph, after, count, [&](auto* made) { return copy_operation(parameters, made); });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     size_t count, void* to, const void* from, size_t bytes,
                                     enum cudaMemcpyKind kind) {
  return add(node, graph, after, count,
             [&](auto* made) { return line_operation(to, from, bytes, kind, made); });
}

cudaError_t gridmark_graph_copy_symbol(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                       size_t count, void* to, const void* from, size_t bytes,
                                       enum cudaMemcpyKind kind, int to_symbol) {
  return add(node, graph, after, count,
             [&](auto* made) { return symbol_operation(to, from, bytes, kind, to_symbol, made); });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   size_t count, const struct cudaMemsetParams* parameters) {
  return add(node, graph, after, count, [&](auto* made) { return set_operation(parameters, made); });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                 size_t count, const struct cudaHostNodeParams* parameters) {
  return add(node, graph, after, count, [&](auto* made) { return host_operation(parameters, made); });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                       size_t count, cudaGraph_t child) {
  return add(node, graph, after, count, [&](auto* made) { return child_operation(child, made); });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* after, size_t count, cudaEvent_t event) {
  return add(node, graph, after, count, [&](auto* made) { return record_operation(event, made); });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                      size_t count, cudaEvent_t event) {
  return add(node, graph, after, count, [&](auto* made) { return wait_operation(event, made); });
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     size_t count, struct cudaMemAllocNodeParams* parameters) {
  return add(node, graph, after, count, [&](auto* made) { return allocation_operation(parameters, made); });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                    size_t count, void* device) {
  return add(node, graph, after, count, [&](auto* made) { return free_operation(device, made); });
}

cudaError_t gridmark_graph_add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                    size_t count, struct cudaGraphNodeParams* parameters) {
  return add(node, graph, after, count, [&](auto* made) { return any_operation(parameters, made); });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t handle) {
  const DeviceLock lock(device_mutex());
  GraphNode* node = Graphs::instance().find(handle);
  if (!node) return remember(cudaErrorInvalidValue);
  node->graph->remove(node);
  return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t handle, cudaGraphNode_t* nodes, size_t* count) {
  const DeviceLock lock(device_mutex());
  const Graph* graph = Graphs::instance().find(handle);
  return graph ? give(nodes_of(*graph, false), nodes, count) : remember(cudaErrorInvalidValue);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t handle, cudaGraphNode_t* nodes, size_t* count) {
  const DeviceLock lock(device_mutex());
  const Graph* graph = Graphs::instance().find(handle);
  return graph ? give(nodes_of(*graph, true), nodes, count) : remember(cudaErrorInvalidValue);
}

cudaError_t gridmark_graph_edges(cudaGraph_t handle, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                 size_t* count) {
  const DeviceLock lock(device_mutex());
  const Graph* graph = Graphs::instance().find(handle);
  if (!graph || !count || !from != !to) return remember(cudaErrorInvalidValue);
  std::vector<GraphNode*> starts, ends;
  for (const auto& node : graph->nodes())
    for (GraphNode* dependency : node->dependencies) {
      starts.push_back(dependency);
      ends.push_back(node.get());
    }
  size_t same = *count;
  give(starts, from, count);
  return give(ends, to, &same);
}

cudaError_t gridmark_graph_dependencies(cudaGraphNode_t handle, cudaGraphNode_t* nodes, size_t* count) {
  const DeviceLock lock(device_mutex());
  const GraphNode* node = Graphs::instance().find(handle);
  return node ? give(node->dependencies, nodes, count) : remember(cudaErrorInvalidValue);
}

cudaError_t gridmark_graph_dependents(cudaGraphNode_t handle, cudaGraphNode_t* nodes, size_t* count) {
  const DeviceLock lock(device_mutex());
  const GraphNode* node = Graphs::instance().find(handle);
  return node ? give(node->graph->dependents(node), nodes, count) : remember(cudaErrorInvalidValue);
}

cudaError_t gridmark_graph_connect(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                   size_t count) {
  return for_each_edge(graph, from, to, count, [](GraphNode* first, GraphNode* second) {
    auto& edges = second->dependencies;
    if (std::find(edges.begin(), edges.end(), first) != edges.end()) return false;
    edges.push_back(first);
    return true;
  });
}

cudaError_t gridmark_graph_disconnect(cudaGraph_t graph, const cudaGraphNode_t* from,
                                      const cudaGraphNode_t* to, size_t count) {
  return for_each_edge(graph, from, to, count, [](GraphNode* first, GraphNode* second) {
    auto& edges = second->dependencies;
    const auto found = std::find(edges.begin(), edges.end(), first);
    if (found == edges.end()) return false;
    edges.erase(found);
    return true;
  });
}

}  // extern "C"
