// counted_kernels: kernels with traffic that can be counted on paper, launched once each. run.sh compares
// ncu's counts on a GPU with the emulated device's. tests/cuda/counts_beside.sh has the figures on paper.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr int n = 1 << 16;
constexpr int block = 256;
constexpr int tile = 32;
constexpr int side = 256;  // of the transposed matrix; side * side = n

__global__ void copy(const float* in, float* out) {
  const int i = blockIdx.x * block + threadIdx.x;
  out[i] = in[i];
}

__global__ void copy_of_four(const float4* in, float4* out) {
  const int i = blockIdx.x * block + threadIdx.x;
  out[i] = in[i];
}

/// Each lane's element is in a different sector.
__global__ void gather_every_eighth(const float* in, float* out) {
  const int i = blockIdx.x * block + threadIdx.x;
  out[i] = in[i * 8];
}

/// Each warp's loads begin 4 bytes into a sector.
__global__ void copy_from_one_further(const float* in, float* out) {
  const int i = blockIdx.x * block + threadIdx.x;
  out[i] = in[i + 1];
}

/// All lanes of a warp load the same element.
__global__ void spread_one(const float* in, float* out) {
  const int i = blockIdx.x * block + threadIdx.x;
  out[i] = in[i / 32];
}

/// pad  0: a column of the tile lies in one bank; 1: in 32 of them
template <int pad>
__device__ void transpose_tile(const float* in, float* out) {
  __shared__ float shared[tile][tile + pad];
  const int x = blockIdx.x * tile, y = blockIdx.y * tile;
  shared[threadIdx.y][threadIdx.x] = in[(y + threadIdx.y) * side + x + threadIdx.x];
  __syncthreads();
  out[(x + threadIdx.y) * side + y + threadIdx.x] = shared[threadIdx.x][threadIdx.y];
}

__global__ void transpose_with_conflicts(const float* in, float* out) { transpose_tile<0>(in, out); }

__global__ void transpose_padded(const float* in, float* out) { transpose_tile<1>(in, out); }

int main() {
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 8 * n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(in, 0, 8 * n * sizeof(float));
  copy<<<n / block, block>>>(in, out);
  copy_of_four<<<n / 4 / block, block>>>(reinterpret_cast<const float4*>(in), reinterpret_cast<float4*>(out));
  gather_every_eighth<<<n / block, block>>>(in, out);
  copy_from_one_further<<<n / block, block>>>(in, out);
  spread_one<<<n / block, block>>>(in, out);
  const dim3 tiles(side / tile, side / tile), threads(tile, tile);
  transpose_with_conflicts<<<tiles, threads>>>(in, out);
  transpose_padded<<<tiles, threads>>>(in, out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::fprintf(stderr, "counted_kernels: %s\n", cudaGetErrorString(error));
  cudaFree(in);
  cudaFree(out);
  return error == cudaSuccess ? 0 : 2;
}
