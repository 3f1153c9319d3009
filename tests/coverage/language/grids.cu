// Feature: grids and blocks of one to three dimensions, dim3 arithmetic, warpSize, limits of 1024 threads and many blocks
#include "../check.h"

__global__ void where(unsigned* out) {
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned per_block = blockDim.x * blockDim.y * blockDim.z;
  atomicAdd(&out[block * per_block + thread], 1 + thread % warpSize);
}
__global__ void copies(int* out) {
  const dim3 block = blockDim;
  const uint3 index = threadIdx;
  dim3 position(index.x + 1, index.y, index.z);
  position.y += block.x;
  if (index.x == 0) out[0] = position.x + position.y + position.z + gridDim.y;
}
__global__ void far(unsigned* out) {
  atomicAdd(out, 1);
  if (blockIdx.x == gridDim.x - 1) out[1] = blockIdx.x;
}

int main() {
  const dim3 shapes[][2] = {{dim3(7), dim3(33)},
                            {dim3(3, 4), dim3(5, 6)},
                            {dim3(2, 3, 4), dim3(4, 8, 2)},
                            {dim3(1, 1, 5), dim3(1, 1, 64)},
                            {dim3(2), dim3(1024)},
                            {dim3(1, 2), dim3(32, 32)}};
  for (const auto& shape : shapes) {
    const dim3 g = shape[0], b = shape[1];
    const unsigned n = g.x * g.y * g.z * b.x * b.y * b.z, per_block = b.x * b.y * b.z;
    coverage::Buffer<unsigned> out(n);
    where<<<g, b>>>(out);
    const auto r = out.get();
    for (unsigned i = 0; i < n; ++i) CHECK(r[i] == 1 + i % per_block % 32);
  }
  coverage::Buffer<int> out(1);
  copies<<<dim3{1, 2}, uint3{4, 1, 1}>>>(out);
  CHECK(out.get()[0] == 1 + 4 + 0 + 2);
  const dim3 block(16, 16);
  const int width = 100, height = 50;
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  CHECK(grid.x == 7 && grid.y == 4 && grid.z == 1);
  coverage::Buffer<unsigned> many(2);
  far<<<100000, 1>>>(many);
  CHECK(many.get()[0] == 100000 && many.get()[1] == 99999);
  return coverage::result();
}
