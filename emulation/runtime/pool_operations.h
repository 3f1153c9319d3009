#pragma once
// Allocation and freeing in stream order, also as nodes of graphs.
#include <memory>

#include "emulation/runtime/graph.h"
#include "emulation/runtime/streams.h"

namespace gridmark::emulation {

/// A graph's allocation. Its address is fixed when the node is made. It is freed with the last graph that has
/// it, unless it was freed before.
class AllocationOperation : public Operation {
 public:
  /// `pointer` is null if the device has no room left.
  explicit AllocationOperation(const cudaMemAllocNodeParams& wanted);
  ~AllocationOperation() override;
  void run(const SharedWork&) override {}
  cudaGraphNodeType type() const override { return cudaGraphNodeTypeMemAlloc; }
  cudaMemAllocNodeParams parameters;

 private:
  std::uint64_t number_ = 0;  ///< of the allocation, because an address can be reused
};

class FreeOperation : public Operation {
 public:
  explicit FreeOperation(void* memory) : device(memory) {}
  void run(const SharedWork&) override;
  cudaGraphNodeType type() const override { return cudaGraphNodeTypeMemFree; }
  void* device;
};

cudaError_t allocate_in_graph(void** device, std::size_t bytes, Stream& stream);
/// Whether this is the memory of a graph's node.
bool belongs_to_graph(void* device);

struct GraphMemory {
  std::uint64_t used = 0, high = 0;
};
GraphMemory& graph_memory();

}  // namespace gridmark::emulation
