#pragma once
// The calls that C++ sees as templates or overloads, in the form that C files use.
#include "gridmark/runtime_graphs.h"
#include "gridmark/runtime_memory.h"
#include "gridmark/runtime_streams.h"

// An allocating call must not become a jump, or its return address would be the caller's.
#define GRIDMARK_ALLOCATES(name, parameters, call)                                   \
  static inline __attribute__((always_inline, unused)) cudaError_t name parameters { \
    const cudaError_t result = call;                                                 \
    __asm__ volatile("");                                                            \
    return result;                                                                   \
  }
GRIDMARK_ALLOCATES(cudaMalloc, (void** device, size_t bytes), gridmark_malloc(device, bytes))
GRIDMARK_ALLOCATES(cudaMallocManaged, (void** memory, size_t bytes, unsigned int flags),
                   gridmark_malloc_managed(memory, bytes, flags))
GRIDMARK_ALLOCATES(cudaMallocPitch, (void** device, size_t* pitch, size_t width, size_t height),
                   gridmark_malloc_pitch(device, pitch, width, height))
GRIDMARK_ALLOCATES(cudaMalloc3D, (struct cudaPitchedPtr * device, struct cudaExtent extent),
                   gridmark_malloc_3d(device, extent))
GRIDMARK_ALLOCATES(cudaMallocAsync, (void** device, size_t bytes, cudaStream_t stream),
                   gridmark_malloc_async(device, bytes, stream))
GRIDMARK_ALLOCATES(cudaMallocFromPoolAsync,
                   (void** device, size_t bytes, cudaMemPool_t pool, cudaStream_t stream),
                   gridmark_malloc_from_pool(device, bytes, pool, stream))
GRIDMARK_ALLOCATES(cudaMallocHost, (void** host, size_t bytes),
                   cudaHostAlloc(host, bytes, cudaHostAllocDefault))
#undef GRIDMARK_ALLOCATES

static inline cudaError_t cudaMemAdvise(const void* memory, size_t bytes, enum cudaMemoryAdvise advice,
                                        int device) {
  return gridmark_advise(memory, bytes, advice, device);
}
static inline cudaError_t cudaMemPrefetchAsync(const void* memory, size_t bytes, int device,
                                               cudaStream_t stream) {
  return gridmark_prefetch(memory, bytes, device, stream);
}

static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                               unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(exec, graph, flags);
}
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                              cudaGraphExecUpdateResultInfo* result) {
  return gridmark_graph_exec_update(exec, graph, result);
}
static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                            size_t* count) {
  return gridmark_graph_edges(graph, from, to, count);
}
static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                       size_t* count) {
  return gridmark_graph_dependencies(node, nodes, count);
}
static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                         size_t* count) {
  return gridmark_graph_dependents(node, nodes, count);
}
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                   const cudaGraphNode_t* to, size_t count) {
  return gridmark_graph_connect(graph, from, to, count);
}
static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                      const cudaGraphNode_t* to, size_t count) {
  return gridmark_graph_disconnect(graph, from, to, count);
}
