// Feature: memcpy_async with cooperative groups, cuda::barrier, cuda::pipeline and the __pipeline functions
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

#include "../check.h"
namespace cg = cooperative_groups;
constexpr int tile = 128, tiles = 8;

__global__ void with_groups(const int* in, int* out) {
  __shared__ int buffer[2][tile];
  auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  cg::memcpy_async(block, buffer[0], in, sizeof(int) * tile);
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles) {
      cg::memcpy_async(block, buffer[(i + 1) % 2], in + (i + 1) * tile, sizeof(int) * tile);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    out[i * tile + t] = buffer[i % 2][tile - 1 - t] + 1;
    block.sync();
  }
  // Copies elements, limited to the existing ones, with a tile of threads.
  auto warp = cg::tiled_partition<32>(block);
  __shared__ short few[4][20];
  const short* shorts = reinterpret_cast<const short*>(in);
  cg::memcpy_async(warp, few[warp.meta_group_rank()], 20, shorts + warp.meta_group_rank() * 20, 25);
  cg::wait(warp);
  if (warp.thread_rank() < 20 && few[warp.meta_group_rank()][warp.thread_rank()] != shorts[warp.meta_group_rank() * 20 + warp.thread_rank()])
    out[0] = -1;
}

__global__ void with_barrier(const int* in, int* out) {
  __shared__ int buffer[tile];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  for (int i = 0; i < tiles; ++i) {
    cuda::memcpy_async(block, buffer, in + i * tile, cuda::aligned_size_t<16>(sizeof(int) * tile), bar);
    bar.arrive_and_wait();
    out[i * tile + threadIdx.x] = buffer[tile - 1 - threadIdx.x] + 1;
    block.sync();
  }
}

__global__ void with_pipeline(const int* in, int* out) {
  constexpr int stages = 3;
  __shared__ int buffer[stages][tile];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int compute = 0, fetch = 0; compute < tiles; ++compute) {
    for (; fetch < tiles && fetch < compute + stages; ++fetch) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, buffer[fetch % stages], in + fetch * tile, sizeof(int) * tile, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[compute * tile + threadIdx.x] = buffer[compute % stages][tile - 1 - threadIdx.x] + 1;
    pipe.consumer_release();
  }
}

/// One warp fetches, the others compute.
__global__ void with_roles(const int* in, int* out) {
  __shared__ int buffer[2][tile];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  const auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  for (int i = 0; i < tiles; ++i) {
    if (role == cuda::pipeline_role::producer) {
      pipe.producer_acquire();
      cuda::memcpy_async(warp, buffer[i % 2], in + i * tile, sizeof(int) * tile, pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      const int t = threadIdx.x - 32;
      out[i * tile + t] = buffer[i % 2][tile - 1 - t] + 1;
      pipe.consumer_release();
    }
  }
}

__global__ void by_itself(const int* in, int* out) {
  __shared__ int buffer[2][tile];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&buffer[0][t], &in[t], sizeof(int), pipe);
  pipe.producer_commit();
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles) {
      pipe.producer_acquire();
      cuda::memcpy_async(&buffer[(i + 1) % 2][t], &in[(i + 1) * tile + t], cuda::aligned_size_t<4>(4), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    out[i * tile + t] = buffer[i % 2][tile - 1 - t] + 1;
    __syncthreads();
    pipe.consumer_release();
  }
}

__global__ void primitives(const int* in, int* out, int* zeros) {
  __shared__ __align__(16) int buffer[2][tile];
  __shared__ __align__(16) float4 padded[tile];
  const int t = threadIdx.x;
  if (t < tile / 4) __pipeline_memcpy_async(&buffer[0][4 * t], &in[4 * t], 16);
  __pipeline_commit();
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles && t < tile / 4) __pipeline_memcpy_async(&buffer[(i + 1) % 2][4 * t], &in[(i + 1) * tile + 4 * t], 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[i * tile + t] = buffer[i % 2][tile - 1 - t] + 1;
    __syncthreads();
  }
  __pipeline_memcpy_async(&padded[t], &in[4 * t], 16, 8);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  const float4 p = padded[t];
  zeros[t] = __float_as_int(p.x) == in[4 * t] && __float_as_int(p.y) == in[4 * t + 1] && p.z == 0.f && p.w == 0.f;
}

/// Without a wait the copy may be incomplete. After the wait it is complete.
__global__ void awaited(const int* in, int* out) {
  __shared__ int value[32];
  value[threadIdx.x] = -1;
  __pipeline_memcpy_async(&value[threadIdx.x], &in[threadIdx.x], 4);
  nvcuda::experimental::pipeline pipe;
  pipe.commit();
  pipe.wait_prior<0>();
  out[threadIdx.x] = value[threadIdx.x];
}

int main() {
  std::vector<int> in(tile * tiles);
  for (int i = 0; i < tile * tiles; ++i) in[i] = i * 7 + 3;
  coverage::Buffer<int> source(in);
  const auto test = [&](auto&& launch) {
    coverage::Buffer<int> out(tile * tiles);
    launch(out);
    const auto got = out.get();
    for (int i = 0; i < tile * tiles; ++i) CHECK(got[i] == in[i / tile * tile + tile - 1 - i % tile] + 1);
  };
  test([&](int* out) { with_groups<<<1, tile>>>(source, out); });
  test([&](int* out) { with_barrier<<<1, tile>>>(source, out); });
  test([&](int* out) { with_pipeline<<<1, tile>>>(source, out); });
  test([&](int* out) { with_roles<<<1, tile + 32>>>(source, out); });
  test([&](int* out) { by_itself<<<1, tile>>>(source, out); });
  coverage::Buffer<int> zeros(tile);
  test([&](int* out) { primitives<<<1, tile>>>(source, out, zeros); });
  for (int ok : zeros.get()) CHECK(ok);
  coverage::Buffer<int> out(32);
  awaited<<<1, 32>>>(source, out);
  for (int i = 0; i < 32; ++i) CHECK(out.get()[i] == in[i]);
  return coverage::result();
}
