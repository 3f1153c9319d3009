// Feature: kernels launched from constructors and destructors of static objects
#include "../check.h"

__device__ int threads_run;

__global__ void count() {
  __syncthreads();
  atomicAdd(&threads_run, 1);
}

void launch() {
  count<<<2, 64>>>();
  count<<<1, 32, 0, cudaStreamPerThread>>>();
  CUDA(cudaDeviceSynchronize());
}

// The destructor runs after main has returned and its thread's thread-local objects are destroyed.
struct Launcher {
  Launcher() { launch(); }
  ~Launcher() {
    launch();
    int seen = 0;
    CUDA(cudaMemcpyFromSymbol(&seen, threads_run, sizeof seen));
    std::puts(seen == 3 * 160 ? "ok" : "a launch is missing");
  }
} launcher;

int main() { launch(); }
