// Feature: surface objects: reads and writes of arrays, boundary modes
#include "../check.h"

__global__ void turn(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float value;
  surf2Dread(&value, from, x * int(sizeof(float)), y);
  surf2Dwrite(value + 1, to, (width - 1 - x) * int(sizeof(float)), y);
}

__global__ void edges(cudaSurfaceObject_t surface, float* result) {
  result[0] = surf2Dread<float>(surface, -4, 0, cudaBoundaryModeZero);
  result[1] = surf2Dread<float>(surface, -4, 0, cudaBoundaryModeClamp);
  result[2] = surf2Dread<float>(surface, 4000, 900, cudaBoundaryModeClamp);
  surf2Dwrite(55.f, surface, 0, -1, cudaBoundaryModeZero);
}

int main() {
  const int width = 13, height = 7;
  std::vector<float> values(width * height), back(values.size());
  for (size_t i = 0; i < values.size(); ++i) values[i] = float(i);
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t from, to, plain;
  CUDA(cudaMallocArray(&from, &format, width, height, cudaArraySurfaceLoadStore));
  CUDA(cudaMallocArray(&to, &format, width, height, cudaArraySurfaceLoadStore));
  CUDA(cudaMallocArray(&plain, &format, width, height));
  CUDA(cudaMemcpy2DToArray(from, 0, 0, values.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  cudaSurfaceObject_t a = 0, b = 0, none = 0;
  resource.res.array.array = from;
  CUDA(cudaCreateSurfaceObject(&a, &resource));
  resource.res.array.array = to;
  CUDA(cudaCreateSurfaceObject(&b, &resource));
  turn<<<dim3(2, 2), dim3(8, 8)>>>(a, b, width, height);
  CUDA(cudaMemcpy2DFromArray(back.data(), width * 4, to, 0, 0, width * 4, height, cudaMemcpyDeviceToHost));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) CHECK(back[y * width + width - 1 - x] == values[y * width + x] + 1);
  coverage::Buffer<float> result(3);
  edges<<<1, 1>>>(a, result);
  const std::vector<float> seen = result.get();
  CHECK(seen[0] == 0 && seen[1] == 0 && seen[2] == values.back());
  resource.res.array.array = plain;
  CHECK(cudaCreateSurfaceObject(&none, &resource) == cudaErrorInvalidValue);
  cudaGetLastError();
  CUDA(cudaDestroySurfaceObject(a));
  CUDA(cudaDestroySurfaceObject(b));
  CUDA(cudaFreeArray(from));
  CUDA(cudaFreeArray(to));
  CUDA(cudaFreeArray(plain));
  return coverage::result();
}
