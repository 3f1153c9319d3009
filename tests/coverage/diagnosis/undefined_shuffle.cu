// Feature: a shuffle that takes the value of a lane outside its mask, or of one that has returned, is reported
// Findings: undefined shuffle: thread (0,0,0) of block (0,0,0) takes the value of lane 20 at undefined_shuffle.cu:10, which the mask 0x0000ffff does not name
// Findings: undefined shuffle: thread (32,0,0) of block (0,0,0) takes the value of lane 16 at undefined_shuffle.cu:16, which has returned or does not exist
// Findings: undefined shuffle: thread (0,0,0) of block (0,0,0) takes the value of lane 31 at undefined_shuffle.cu:23, which has returned or does not exist
#include "../check.h"

__global__ void outside_of_mask(int* out) {
  const int t = threadIdx.x;
  int value = t;
  if (t < 16) value = __shfl_sync(0xffff, value, 20);
  out[t] = value;
}
/// The second warp has 16 lanes.
__global__ void half_a_warp(int* out) {
  int sum = 1;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = sum;
}
__global__ void returned(int* out, int n) {
  const int t = threadIdx.x;
  if (t >= n) return;
  // Lane 31 has returned.
  out[t] = __shfl_sync(0xffffffff, t, 31);
}
/// None of these is a finding.
__global__ void right(int* out) {
  const int t = threadIdx.x, lane = t % 32;
  int sum = 1, low = lane, scan = 1;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (lane < 16) {
    // The upper lanes of a sum read values that they do not use.
    for (int step = 8; step > 0; step /= 2) low += __shfl_down_sync(0xffff, low, step);
    for (int step = 8; step > 0; step /= 2) low += __shfl_xor_sync(0xffff, low, step, 16);
  }
  for (int step = 1; step < 32; step *= 2) {
    const int before = __shfl_up_sync(0xffffffff, scan, step);
    if (lane >= step) scan += before;
  }
  out[t] = sum + low + scan + __shfl_sync(0xffffffff, t, 0);
}

int main() {
  coverage::Buffer<int> out(64, 0);
  outside_of_mask<<<1, 32>>>(out);
  half_a_warp<<<1, 48>>>(out);
  returned<<<1, 32>>>(out, 20);
  right<<<1, 64>>>(out);
  CUDA(cudaDeviceSynchronize());
  CHECK(out.get()[63] == 32 + 31 + 32 + 32);
  return coverage::result();
}
