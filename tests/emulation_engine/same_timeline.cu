// Prints the timeline with every bit of every time: streams of two kinds, the default stream, events, copies
// of every direction, fills, host functions, a graph, a library's call, host waits and named ranges.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "emulation/timeline.h"

namespace {

constexpr int n = 1 << 14;

__global__ void work(float* x, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds * (1 + blockIdx.x % 3); ++r) x[i] = x[i] * 0.5f + 1;
}
void CUDART_CB host_function(void*) {}

cudaGraphExec_t captured(cudaStream_t stream, float* x) {
  cudaGraph_t graph;
  cudaGraphExec_t instance;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < 3; ++i) work<<<n / 256, 256, 0, stream>>>(x, 2);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&instance, graph, nullptr, nullptr, 0);
  return instance;
}

void run() {
  float *x, *y, *pinned;
  std::vector<float> pageable(n, 1);
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMallocHost(&pinned, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  cudaMemset(y, 0, n * sizeof(float));
  cudaStream_t one, two, free_one;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaStreamCreateWithFlags(&free_one, cudaStreamNonBlocking);
  cudaEvent_t event;
  cudaEventCreate(&event);
  cublasHandle_t cublas;
  cublasCreate(&cublas);
  cublasSetStream(cublas, two);
  const cudaGraphExec_t graph = captured(one, x);
  const float alpha = 1, beta = 0;
  for (int step = 0; step < 6; ++step) {
    cudaMemcpyAsync(x, pinned, n * sizeof(float), cudaMemcpyHostToDevice, free_one);
    cudaEventRecord(event, free_one);
    cudaStreamWaitEvent(one, event, 0);
    work<<<n / 256, 256, 0, one>>>(x, step);
    work<<<8, 64, 0, two>>>(y, 3);
    cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_N, 64, 64, 64, &alpha, x, 64, x, 64, &beta, y, 64);
    cudaGraphLaunch(graph, one);
    cudaLaunchHostFunc(two, host_function, nullptr);
    cudaMemcpyAsync(y, pageable.data(), n * sizeof(float), cudaMemcpyHostToDevice, two);
    if (step % 2) work<<<n / 256, 256>>>(x, 1);
    if (step == 3) cudaMemcpy(pageable.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost);
    if (step == 4) cudaEventSynchronize(event);
    while (step == 5 && cudaStreamQuery(two) == cudaErrorNotReady) {
    }
  }
  cudaDeviceSynchronize();
  for (float* memory : {x, y}) cudaFree(memory);
  cudaFreeHost(pinned);
}

}  // namespace

int main() {
  run();
  const gridmark::emulation::Timeline timeline = gridmark::emulation::read_timeline();
  for (const auto& span : timeline.spans)
    std::printf("%s %s %s %d %llu %s %a %a %a %a %a %llu\n", name_of(span.kind), name_of(span.basis),
                name_of(span.direction), span.device, static_cast<unsigned long long>(span.stream),
                span.name.c_str(), span.bytes, span.flops, span.submitted_ns, span.begin_ns, span.end_ns,
                static_cast<unsigned long long>(span.correlation));
  for (const auto& wait : timeline.waits)
    std::printf("wait %s %a %a\n", wait.name.c_str(), wait.begin_ns, wait.end_ns);
  std::printf("%llu waits, %llu spans left out, %a to %a\n",
              static_cast<unsigned long long>(timeline.host_waits),
              static_cast<unsigned long long>(timeline.left_out), timeline.begin_ns, timeline.end_ns);
}
