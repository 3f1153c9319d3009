#include "emulation/runtime/graph.h"

#include <algorithm>

namespace gridmark::emulation {

GraphNode* Graph::add(SharedOperation operation, std::vector<GraphNode*> dependencies) {
  nodes_.push_back(
      std::make_unique<GraphNode>(GraphNode{this, std::move(operation), std::move(dependencies), true}));
  return nodes_.back().get();
}

void Graph::remove(GraphNode* node) {
  for (const auto& other : nodes_) {
    auto& edges = other->dependencies;
    edges.erase(std::remove(edges.begin(), edges.end(), node), edges.end());
  }
  nodes_.erase(
      std::find_if(nodes_.begin(), nodes_.end(), [&](const auto& known) { return known.get() == node; }));
}

bool Graph::holds(const GraphNode* node) const {
  return std::any_of(nodes_.begin(), nodes_.end(), [&](const auto& known) { return known.get() == node; });
}

std::vector<GraphNode*> Graph::dependents(const GraphNode* node) const {
  std::vector<GraphNode*> found;
  for (const auto& other : nodes_) {
    const auto& edges = other->dependencies;
    if (std::find(edges.begin(), edges.end(), node) != edges.end()) found.push_back(other.get());
  }
  return found;
}

std::vector<GraphNode*> Graph::in_order() const {
  std::vector<GraphNode*> order;
  std::set<const GraphNode*> placed;
  const auto is_placed = [&](const GraphNode* node) { return placed.count(node) > 0; };
  for (bool progress = true; progress && order.size() < nodes_.size();) {
    progress = false;
    for (const auto& node : nodes_) {
      const auto& edges = node->dependencies;
      if (is_placed(node.get()) || !std::all_of(edges.begin(), edges.end(), is_placed)) continue;
      placed.insert(node.get());
      order.push_back(node.get());
      progress = true;
    }
  }
  return order.size() == nodes_.size() ? order : std::vector<GraphNode*>{};
}

std::unique_ptr<Graph> Graph::clone(std::map<const GraphNode*, GraphNode*>* copies) const {
  auto copy = std::make_unique<Graph>();
  std::map<const GraphNode*, GraphNode*> own;
  for (const auto& node : nodes_) {
    own[node.get()] = copy->add(node->operation, {});
    own[node.get()]->enabled = node->enabled;
  }
  for (const auto& node : nodes_)
    for (const GraphNode* dependency : node->dependencies)
      own[node.get()]->dependencies.push_back(own[dependency]);
  copy->objects = objects;
  if (copies) *copies = std::move(own);
  return copy;
}

namespace {

std::vector<std::size_t> add_steps(const SharedOperation& operation, std::vector<std::size_t> after,
                                   std::vector<Step>& steps);

/// Returns the steps at the end of the graph, reduced to one that follows all others.
std::vector<std::size_t> add_nodes(const Graph& graph, const std::vector<std::size_t>& after,
                                   std::vector<Step>& steps) {
  std::map<const GraphNode*, std::vector<std::size_t>> ends;
  std::vector<std::size_t> all = after;
  for (const GraphNode* node : graph.in_order()) {
    std::vector<std::size_t> before = after;
    for (const GraphNode* dependency : node->dependencies)
      before.insert(before.end(), ends[dependency].begin(), ends[dependency].end());
    ends[node] = node->enabled ? add_steps(node->operation, std::move(before), steps) : before;
    all.insert(all.end(), ends[node].begin(), ends[node].end());
  }
  steps.push_back({std::make_shared<EmptyOperation>(), std::move(all)});
  return {steps.size() - 1};
}

std::vector<std::size_t> add_steps(const SharedOperation& operation, std::vector<std::size_t> after,
                                   std::vector<Step>& steps) {
  if (const auto* whole = dynamic_cast<const GraphOperation*>(operation.get()))
    return add_nodes(*whole->graph, after, steps);
  steps.push_back({operation, std::move(after)});
  return {steps.size() - 1};
}

}  // namespace

std::vector<Step> steps_of(const SharedOperation& operation) {
  std::vector<Step> steps;
  add_steps(operation, {}, steps);
  return steps;
}

Graphs& Graphs::instance() {
  static Graphs* graphs = new Graphs;
  return *graphs;
}

Graph* Graphs::adopt(std::unique_ptr<Graph> graph) {
  Graph* handle = graph.get();
  graphs_[handle] = std::move(graph);
  return handle;
}

Graph* Graphs::find(cudaGraph_t handle) const {
  auto* graph = reinterpret_cast<Graph*>(handle);
  return graphs_.count(graph) || inner_.count(graph) ? graph : nullptr;
}

GraphNode* Graphs::find(cudaGraphNode_t handle) const {
  auto* node = reinterpret_cast<GraphNode*>(handle);
  for (const auto& [graph, owner] : graphs_)
    if (graph->holds(node)) return node;
  for (const Graph* graph : inner_)
    if (graph->holds(node)) return node;
  return nullptr;
}

GraphExec* Graphs::find(cudaGraphExec_t handle) const {
  auto* exec = reinterpret_cast<GraphExec*>(handle);
  return execs_.count(exec) ? exec : nullptr;
}

bool Graphs::destroy(cudaGraph_t handle) { return graphs_.erase(reinterpret_cast<Graph*>(handle)) > 0; }

GraphExec* Graphs::adopt(std::unique_ptr<GraphExec> exec) {
  GraphExec* handle = exec.get();
  execs_[handle] = std::move(exec);
  return handle;
}

bool Graphs::destroy(cudaGraphExec_t handle) {
  return execs_.erase(reinterpret_cast<GraphExec*>(handle)) > 0;
}

}  // namespace gridmark::emulation
