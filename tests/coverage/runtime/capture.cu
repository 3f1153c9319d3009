// Feature: stream capture, over several streams, with its errors; updates of an instance
#include "../check.h"

__global__ void set(int* value, int to) { *value = to; }
__global__ void sum(int* to, const int* a, const int* b) { *to = *a + *b; }

int main() {
  int* values = nullptr;
  CUDA(cudaMalloc(&values, 3 * sizeof(int)));
  CUDA(cudaMemset(values, 0, 3 * sizeof(int)));
  CUDA(cudaDeviceSynchronize());
  cudaStream_t a, b;
  CUDA(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  CUDA(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  cudaEvent_t fork, join;
  CUDA(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CUDA(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  int result = -1;

  const auto capture = [&](int x, int y) {
    cudaGraph_t graph = nullptr;
    CUDA(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    CUDA(cudaEventRecord(fork, a));
    CUDA(cudaStreamWaitEvent(b, fork, 0));
    set<<<1, 1, 0, a>>>(values, x);
    set<<<1, 1, 0, b>>>(values + 1, y);
    CUDA(cudaEventRecord(join, b));
    CUDA(cudaStreamWaitEvent(a, join, 0));
    sum<<<1, 1, 0, a>>>(values + 2, values, values + 1);
    CUDA(cudaMemcpyAsync(&result, values + 2, sizeof result, cudaMemcpyDeviceToHost, a));
    cudaStreamCaptureStatus status;
#if CUDART_VERSION < 13000
    cudaGraph_t so_far = nullptr;
    const cudaGraphNode_t* latest = nullptr;
    size_t latest_count = 0;
    CUDA(cudaStreamGetCaptureInfo(a, &status, NULL, &so_far, &latest, &latest_count));
    CHECK(status == cudaStreamCaptureStatusActive && so_far != nullptr);
#endif
    CUDA(cudaStreamIsCapturing(b, &status));
    CHECK(status == cudaStreamCaptureStatusActive);
    CUDA(cudaStreamEndCapture(a, &graph));
    CUDA(cudaStreamIsCapturing(b, &status));
    CHECK(status == cudaStreamCaptureStatusNone);
    return graph;
  };
  cudaGraph_t graph = capture(30, 12);
  CHECK(result == -1);  // nothing has run
  size_t nodes = 0;
  CUDA(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(nodes == 4);
  cudaGraphExec_t exec = nullptr;
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CUDA(cudaGraphLaunch(exec, a));
  CUDA(cudaStreamSynchronize(a));
  CHECK(result == 42);

  cudaGraph_t other = capture(1, 2);
  cudaGraphExecUpdateResultInfo info = {};
  CUDA(cudaGraphExecUpdate(exec, other, &info));
  CHECK(info.result == cudaGraphExecUpdateSuccess);
  CUDA(cudaGraphLaunch(exec, b));
  CUDA(cudaStreamSynchronize(b));
  CHECK(result == 3);
  CUDA(cudaGraphDestroy(other));

  // A graph of another shape cannot be an update.
  CUDA(cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed));
  set<<<1, 1, 0, a>>>(values, 5);
  CUDA(cudaStreamEndCapture(a, &other));
  CHECK(cudaGraphExecUpdate(exec, other, &info) == cudaErrorGraphExecUpdateFailure);
  CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);
  cudaGetLastError();
  CUDA(cudaGraphDestroy(other));

  // A wait inside a capture invalidates it.
  CUDA(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  set<<<1, 1, 0, a>>>(values, 5);
  CHECK(cudaStreamSynchronize(a) == cudaErrorStreamCaptureUnsupported);
  CHECK(cudaStreamEndCapture(a, &other) == cudaErrorStreamCaptureInvalidated);
  CHECK(other == nullptr);
  // An allocation does, too, but not in relaxed mode.
  void* memory = nullptr;
  CUDA(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  CHECK(cudaMalloc(&memory, 64) == cudaErrorStreamCaptureUnsupported);
  CHECK(cudaStreamEndCapture(a, &other) == cudaErrorStreamCaptureInvalidated);
  CUDA(cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed));
  CUDA(cudaMalloc(&memory, 64));
  CUDA(cudaStreamEndCapture(a, &other));
  CUDA(cudaFree(memory));
  CUDA(cudaGraphDestroy(other));
  // A stream that joined must rejoin the first one.
  CUDA(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  CUDA(cudaEventRecord(fork, a));
  CUDA(cudaStreamWaitEvent(b, fork, 0));
  set<<<1, 1, 0, b>>>(values, 9);
  CHECK(cudaStreamEndCapture(a, &other) == cudaErrorStreamCaptureUnjoined);
  CHECK(cudaStreamEndCapture(a, &other) == cudaErrorIllegalState);
  CHECK(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal) == cudaErrorStreamCaptureUnsupported);
  cudaGetLastError();
  // None of this has run.
  CUDA(cudaMemcpy(&result, values, sizeof result, cudaMemcpyDeviceToHost));
  CHECK(result == 1);

  // Stream-ordered memory becomes nodes.
  CUDA(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  int* temporary = nullptr;
  CUDA(cudaMallocAsync((void**)&temporary, sizeof(int), a));
  set<<<1, 1, 0, a>>>(temporary, 77);
  CUDA(cudaMemcpyAsync(&result, temporary, sizeof result, cudaMemcpyDeviceToHost, a));
  CUDA(cudaFreeAsync(temporary, a));
  CUDA(cudaStreamEndCapture(a, &other));
  CUDA(cudaGraphExecDestroy(exec));
  CUDA(cudaGraphInstantiate(&exec, other, 0));
  CUDA(cudaGraphLaunch(exec, a));
  CUDA(cudaGraphLaunch(exec, a));
  CUDA(cudaStreamSynchronize(a));
  CHECK(result == 77);

  CUDA(cudaGraphExecDestroy(exec));
  CUDA(cudaGraphDestroy(graph));
  CUDA(cudaGraphDestroy(other));
  CUDA(cudaFree(values));
  return coverage::result();
}
