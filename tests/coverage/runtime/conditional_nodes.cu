// Feature: conditional nodes of graphs
// Refused: conditional nodes of graphs do not run on the emulated device
#include "../check.h"

__global__ void decide(cudaGraphConditionalHandle handle, int value) { cudaGraphSetConditional(handle, value > 0); }

int main() {
  cudaGraph_t graph;
  cudaGraphConditionalHandle handle;
  cudaGraphNodeParams node = {};
  CUDA(cudaGraphCreate(&graph, 0));
  CUDA(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  node.type = cudaGraphNodeTypeConditional;
  node.conditional.handle = handle;
  node.conditional.type = cudaGraphCondTypeWhile;
  node.conditional.size = 1;
  CHECK(node.conditional.phGraph_out == nullptr);
  return coverage::result();
}
