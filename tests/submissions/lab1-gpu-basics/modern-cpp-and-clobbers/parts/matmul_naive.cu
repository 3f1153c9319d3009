#include <atomic>
#include <barrier>
#include <chrono>
#include <latch>
#include <mutex>
#include <semaphore>
#include <string_view>
#include <thread>

/* What the compiler's output looks like where a file is included:
# 1 "matmul.cu"
#line 7 "matmul.cu"
*/
constexpr std::string_view operator""_text(const char* text, std::size_t size) { return {text, size}; }

constexpr std::string_view assembly = R"listing0123456(
# 1 "matmul.cu" 1 3
#line 12 "matmul.cu"
asm volatile("movups (%rdi), %xmm0");  // don't
)listing0123456"_text;
static_assert(assembly.size() > 1'0 && "R\"("_text.size() == 3 && u8R"x(")")x"[0] == '"');

#define FORGET() asm volatile("" ::: "memory")

__device__ unsigned int column_in_block() {
  unsigned int column;
  asm volatile("mov.u32 %0, %%tid.y;" : "=r"(column) : : "memory");
  return column;
}

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + column_in_block();
  if (row >= m || col >= n) return;

  float sum = 0.0f;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
  asm volatile("" : "+f"(sum));
  FORGET();
  c[row * n + col] = sum;
  asm volatile("membar.gl;" ::: "memory");
}

std::once_flag asked;
int multiprocessors = 0;

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  std::call_once(asked, [] { cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0); });

  const dim3 block(32, 8);
  const dim3 grid(blocks_for(m, block.x), blocks_for(n, block.y));
  std::latch launched(1);
  std::barrier both(2);
  std::counting_semaphore<2> finished(0);
  std::atomic<int> state{0};
  cudaError_t error = cudaSuccess;
  {
    std::jthread launcher([&](std::stop_token) {
      naive_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
      error = cudaGetLastError();
      launched.count_down();
      both.arrive_and_wait();
      state.wait(0);
      finished.release();
    });
    launched.wait();
    both.arrive_and_wait();
    state = 1;
    state.notify_all();
    while (!finished.try_acquire_for(std::chrono::seconds(1))) continue;
  }
  return error;
}
