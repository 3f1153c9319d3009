#pragma once
// Graphs: operations and their order, kept for repeated runs.
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "emulation/runtime/operation.h"

namespace gridmark::emulation {

class Graph;

struct GraphNode {
  Graph* graph = nullptr;
  SharedOperation operation;
  std::vector<GraphNode*> dependencies;  ///< in the order in which they were added
  bool enabled = true;
};

/// Object that a graph keeps alive. Its destructor runs when the last holder releases it.
using UserObject = std::shared_ptr<void>;

class Graph {
 public:
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  GraphNode* add(SharedOperation operation, std::vector<GraphNode*> dependencies);
  /// Removes the node and every edge to it.
  void remove(GraphNode* node);
  bool holds(const GraphNode* node) const;
  const std::vector<std::unique_ptr<GraphNode>>& nodes() const { return nodes_; }
  std::vector<GraphNode*> dependents(const GraphNode* node) const;
  /// In an order in which they can run, otherwise in the order of adding. Empty if there is a cycle.
  std::vector<GraphNode*> in_order() const;
  /// Copies nodes and edges. `*copies` maps this graph's nodes to the copy's.
  std::unique_ptr<Graph> clone(std::map<const GraphNode*, GraphNode*>* copies) const;

  std::map<const GraphNode*, GraphNode*> clone_of;  ///< original to own node, if this is a clone
  std::vector<UserObject> objects;

 private:
  std::vector<std::unique_ptr<GraphNode>> nodes_;
};

/// A graph that is ready to run.
struct GraphExec {
  std::unique_ptr<Graph> graph;
  std::map<const GraphNode*, GraphNode*> nodes;  ///< of the graph that it was made from
  unsigned long long flags = 0;
};

/// One operation to run, and the earlier steps in the list that it waits for.
struct Step {
  SharedOperation operation;
  std::vector<std::size_t> after;
};

/// A graph's nodes in an order in which they can run, including those of inner graphs. Any other operation is
/// the only step. The last step waits for all others.
std::vector<Step> steps_of(const SharedOperation& operation);

/// A graph at a moment in time, as one node or as one command of a stream.
class GraphOperation : public Operation {
 public:
  explicit GraphOperation(std::shared_ptr<Graph> whole) : graph(std::move(whole)) {}
  void run(const SharedWork&) override {}  ///< empty, because steps_of() has split it
  cudaGraphNodeType type() const override { return cudaGraphNodeTypeGraph; }
  std::string title() const override { return "the graph"; }
  std::shared_ptr<Graph> graph;
};

// Handles. The checked forms return null for a handle that is not a graph, or no longer.
inline cudaGraph_t handle_of(Graph* graph) { return reinterpret_cast<cudaGraph_t>(graph); }
inline cudaGraphNode_t handle_of(GraphNode* node) { return reinterpret_cast<cudaGraphNode_t>(node); }
inline cudaGraphExec_t handle_of(GraphExec* exec) { return reinterpret_cast<cudaGraphExec_t>(exec); }

class Graphs {
 public:
  static Graphs& instance();
  Graph* create() { return adopt(std::make_unique<Graph>()); }
  Graph* adopt(std::unique_ptr<Graph> graph);
  Graph* find(cudaGraph_t handle) const;
  GraphNode* find(cudaGraphNode_t handle) const;
  GraphExec* find(cudaGraphExec_t handle) const;
  bool destroy(cudaGraph_t handle);
  GraphExec* adopt(std::unique_ptr<GraphExec> exec);
  bool destroy(cudaGraphExec_t handle);
  /// Number of graphs of both kinds.
  std::size_t live() const { return graphs_.size() + execs_.size(); }
  /// Graphs inside of nodes have handles as well.
  void note_inner(Graph* graph) { inner_.insert(graph); }
  void forget_inner(Graph* graph) { inner_.erase(graph); }

 private:
  std::map<Graph*, std::unique_ptr<Graph>> graphs_;
  std::set<Graph*> inner_;
  std::map<GraphExec*, std::unique_ptr<GraphExec>> execs_;
};

}  // namespace gridmark::emulation
