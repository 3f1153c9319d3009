// Feature: graphs: nodes of every kind, edges, instances that change, clones
#include <cstdio>

#include "../check.h"

__global__ void add(int* values, int count, int what) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += what;
}

static void count_call(void* data) { ++*static_cast<int*>(data); }

int main() {
  int n = 100, three = 3, calls = 0;
  std::vector<int> host(n, 1), back(n, -1);
  int *device = nullptr, *scratch = nullptr;
  CUDA(cudaMalloc(&device, n * sizeof(int)));
  CUDA(cudaMalloc(&scratch, n * sizeof(int)));
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));

  cudaGraph_t graph;
  CUDA(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t up, clear, kernel, move, down, call, join;
  CUDA(cudaGraphAddMemcpyNode1D(&up, graph, nullptr, 0, device, host.data(), n * sizeof(int),
                                cudaMemcpyHostToDevice));
  cudaMemsetParams fill = {};
  fill.dst = scratch;
  fill.value = 0x01020304;
  fill.elementSize = 4;
  fill.width = n;
  fill.height = 1;
  CUDA(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &fill));
  void* arguments[] = {&device, &n, &three};
  cudaKernelNodeParams launch = {};
  launch.func = (void*)add;
  launch.gridDim = dim3(4);
  launch.blockDim = dim3(32);
  launch.kernelParams = arguments;
  const cudaGraphNode_t both[] = {up, clear};
  CUDA(cudaGraphAddKernelNode(&kernel, graph, both, 2, &launch));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(scratch, n * sizeof(int), n, 1);
  copy.dstPtr = make_cudaPitchedPtr(device + n / 2, n * sizeof(int), n, 1);
  copy.extent = make_cudaExtent(4 * sizeof(int), 1, 1);
  copy.kind = cudaMemcpyDeviceToDevice;
  CUDA(cudaGraphAddMemcpyNode(&move, graph, &kernel, 1, &copy));
  CUDA(cudaGraphAddMemcpyNode1D(&down, graph, &move, 1, back.data(), device, n * sizeof(int),
                                cudaMemcpyDeviceToHost));
  cudaHostNodeParams function = {};
  function.fn = count_call;
  function.userData = &calls;
  CUDA(cudaGraphAddHostNode(&call, graph, &down, 1, &function));
  CUDA(cudaGraphAddEmptyNode(&join, graph, &call, 1));

  size_t count = 0;
  CUDA(cudaGraphGetNodes(graph, nullptr, &count));
  CHECK(count == 7);
  CUDA(cudaGraphGetRootNodes(graph, nullptr, &count));
  CHECK(count == 2);
  cudaGraphNodeType type;
  CUDA(cudaGraphNodeGetType(kernel, &type));
  CHECK(type == cudaGraphNodeTypeKernel);
  CUDA(cudaGraphNodeGetType(call, &type));
  CHECK(type == cudaGraphNodeTypeHost);
  cudaKernelNodeParams told = {};
  CUDA(cudaGraphKernelNodeGetParams(kernel, &told));
  CHECK(told.gridDim.x == 4 && told.blockDim.x == 32 && told.func == launch.func);

  cudaGraphExec_t exec;
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  three = 1000;  // arguments were copied when the node was made
  CHECK(back[0] == -1 && calls == 0);
  CUDA(cudaGraphLaunch(exec, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(back[0] == 4 && back[49] == 4 && back[50] == 0x01020304 && back[54] == 4 && calls == 1);
  for (int& value : host) value = 10;
  for (int i = 0; i < 3; ++i) CUDA(cudaGraphLaunch(exec, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(back[0] == 13 && calls == 4);

  // The instance changes, but the graph does not.
  three = 7;
  CUDA(cudaGraphExecKernelNodeSetParams(exec, kernel, &launch));
  CUDA(cudaGraphExecMemcpyNodeSetParams1D(exec, up, device, host.data(), 10 * sizeof(int),
                                          cudaMemcpyHostToDevice));
  CUDA(cudaGraphLaunch(exec, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(back[0] == 17 && back[20] == 20);
  CUDA(cudaGraphNodeSetEnabled(exec, kernel, 0));
  CUDA(cudaGraphLaunch(exec, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(back[0] == 10);
  unsigned enabled = 1;
  CUDA(cudaGraphNodeGetEnabled(exec, kernel, &enabled));
  CHECK(enabled == 0);

  // A clone is another graph.
  cudaGraph_t clone;
  cudaGraphNode_t twin = nullptr;
  CUDA(cudaGraphClone(&clone, graph));
  CUDA(cudaGraphNodeFindInClone(&twin, kernel, clone));
  CHECK(twin != nullptr && twin != kernel);
  CUDA(cudaGraphNodeGetType(twin, &type));
  CHECK(type == cudaGraphNodeTypeKernel);
  CUDA(cudaGraphDestroy(clone));

  // A graph in a graph, events, and memory of the graph.
  cudaGraph_t outer;
  cudaGraphNode_t child, first, last, allocate, use, release;
  cudaEvent_t begin, end;
  CUDA(cudaEventCreate(&begin));
  CUDA(cudaEventCreate(&end));
  CUDA(cudaGraphCreate(&outer, 0));
  CUDA(cudaGraphAddEventRecordNode(&first, outer, nullptr, 0, begin));
  CUDA(cudaGraphAddChildGraphNode(&child, outer, &first, 1, graph));
  CUDA(cudaGraphAddEventRecordNode(&last, outer, &child, 1, end));
  cudaMemAllocNodeParams memory = {};
  memory.bytesize = n * sizeof(int);
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location.type = cudaMemLocationTypeDevice;
  CUDA(cudaGraphAddMemAllocNode(&allocate, outer, &last, 1, &memory));
  CHECK(memory.dptr != nullptr);
  fill.dst = memory.dptr;
  CUDA(cudaGraphAddMemsetNode(&use, outer, &allocate, 1, &fill));
  CUDA(cudaGraphAddMemFreeNode(&release, outer, &use, 1, memory.dptr));
  CUDA(cudaGraphNodeGetType(allocate, &type));
  CHECK(type == cudaGraphNodeTypeMemAlloc);
  cudaGraphExec_t outer_exec;
  CUDA(cudaGraphInstantiateWithFlags(&outer_exec, outer, 0));
  calls = 0;
  CUDA(cudaGraphLaunch(outer_exec, stream));
  CUDA(cudaGraphLaunch(outer_exec, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(calls == 2 && back[0] == 13);
  float milliseconds = -1;
  CUDA(cudaEventElapsedTime(&milliseconds, begin, end));
  CHECK(milliseconds > 0);

  // A graph leaves memory that is freed outside it, each time in another way.
  cudaGraph_t leaver, freer;
  cudaGraphExec_t leave, free_it;
  CUDA(cudaGraphCreate(&leaver, 0));
  CUDA(cudaGraphAddMemAllocNode(&allocate, leaver, nullptr, 0, &memory));
  fill.dst = memory.dptr;
  CUDA(cudaGraphAddMemsetNode(&use, leaver, &allocate, 1, &fill));
  CUDA(cudaGraphCreate(&freer, 0));
  CUDA(cudaGraphAddMemFreeNode(&release, freer, nullptr, 0, memory.dptr));
  CUDA(cudaGraphInstantiateWithFlags(&leave, leaver, 0));
  CUDA(cudaGraphInstantiateWithFlags(&free_it, freer, 0));
  for (int way = 0; way < 3; ++way) {
    CUDA(cudaGraphLaunch(leave, stream));
    back[0] = -1;
    CUDA(cudaMemcpyAsync(&back[0], memory.dptr, sizeof(int), cudaMemcpyDeviceToHost, stream));
    if (way == 0) {
      CUDA(cudaStreamSynchronize(stream));
      CUDA(cudaFree(memory.dptr));
    }
    if (way == 1) CUDA(cudaFreeAsync(memory.dptr, stream));
    if (way == 2) CUDA(cudaGraphLaunch(free_it, stream));
    CUDA(cudaStreamSynchronize(stream));
    CHECK(back[0] == (int)fill.value);
  }
  CUDA(cudaGraphExecDestroy(leave));
  CUDA(cudaGraphExecDestroy(free_it));
  CUDA(cudaGraphDestroy(leaver));
  CUDA(cudaGraphDestroy(freer));

  // Edges that are removed and added again. A cycle cannot be instantiated.
  CUDA(cudaGraphNodeGetType(join, &type));
  CHECK(type == cudaGraphNodeTypeEmpty);
  CHECK(cudaGraphInstantiate(&exec, nullptr, 0) != cudaSuccess);
  CUDA(cudaGraphDestroyNode(join));
  CUDA(cudaGraphGetNodes(graph, nullptr, &count));
  CHECK(count == 6);
  CUDA(cudaGraphDebugDotPrint(graph, "/dev/null", 0));
  CUDA(cudaGraphExecDestroy(outer_exec));
  CUDA(cudaGraphDestroy(outer));
  CUDA(cudaGraphDestroy(graph));
  cudaGetLastError();
  CUDA(cudaEventDestroy(begin));
  CUDA(cudaEventDestroy(end));
  CUDA(cudaFree(device));
  CUDA(cudaFree(scratch));
  CUDA(cudaStreamDestroy(stream));
  return coverage::result();
}
