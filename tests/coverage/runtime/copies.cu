// Feature: copies and fills of one to three dimensions, pitched memory and arrays, in every direction
#include <cstring>

#include "../check.h"

using Bytes = std::vector<unsigned char>;

static Bytes counting(size_t count, int from = 0) {
  Bytes bytes(count);
  for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<unsigned char>(from + i * 7);
  return bytes;
}

static void pitched() {
  const size_t width = 37, height = 9;
  const Bytes source = counting(width * height);
  unsigned char* device = nullptr;
  size_t pitch = 0;
  CUDA(cudaMallocPitch(&device, &pitch, width, height));
  CHECK(pitch >= width && pitch % 256 == 0);
  CUDA(cudaMemset2D(device, pitch, 0xee, width, height));
  CUDA(cudaMemcpy2D(device, pitch, source.data(), width, width, height, cudaMemcpyHostToDevice));
  Bytes back(width * height);
  CUDA(cudaMemcpy2DAsync(back.data(), width, device, pitch, width, height, cudaMemcpyDeviceToHost, 0));
  CUDA(cudaDeviceSynchronize());
  CHECK(back == source);
  // A window in the middle.
  CUDA(cudaMemset2DAsync(device + 2 * pitch + 5, pitch, 0x11, 10, 3, 0));
  CUDA(cudaMemcpy2D(back.data(), width, device, pitch, width, height, cudaMemcpyDefault));
  for (size_t y = 0; y < height; ++y)
    for (size_t x = 0; x < width; ++x) {
      const bool inside = y >= 2 && y < 5 && x >= 5 && x < 15;
      CHECK(back[y * width + x] == (inside ? 0x11 : source[y * width + x]));
    }
  CUDA(cudaFree(device));
}

static void boxes() {
  const cudaExtent extent = make_cudaExtent(20, 5, 4);  // bytes, rows, slices
  cudaPitchedPtr a{}, b{};
  CUDA(cudaMalloc3D(&a, extent));
  CUDA(cudaMalloc3D(&b, extent));
  CHECK(a.pitch >= 20 && a.ysize == 5);
  Bytes source = counting(20 * 5 * 4), back(source.size());
  CUDA(cudaMemset3D(a, 0, extent));
  CUDA(cudaMemset3D(b, 0xaa, extent));

  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(source.data(), 20, 20, 5);
  p.dstPtr = a;
  p.extent = extent;
  p.kind = cudaMemcpyHostToDevice;
  CUDA(cudaMemcpy3D(&p));
  // A box of 6x2x2 from (3,1,1) to (10,3,2).
  cudaMemcpy3DParms window = {};
  window.srcPtr = a;
  window.dstPtr = b;
  window.srcPos = make_cudaPos(3, 1, 1);
  window.dstPos = make_cudaPos(10, 3, 2);
  window.extent = make_cudaExtent(6, 2, 2);
  window.kind = cudaMemcpyDeviceToDevice;
  CUDA(cudaMemcpy3DAsync(&window, 0));
  cudaMemcpy3DParms out = {};
  out.srcPtr = b;
  out.dstPtr = make_cudaPitchedPtr(back.data(), 20, 20, 5);
  out.extent = extent;
  out.kind = cudaMemcpyDeviceToHost;
  CUDA(cudaMemcpy3D(&out));
  for (int z = 0; z < 4; ++z)
    for (int y = 0; y < 5; ++y)
      for (int x = 0; x < 20; ++x) {
        const bool inside = x >= 10 && x < 16 && y >= 3 && y < 5 && z >= 2;
        const unsigned char wanted = inside ? source[((z - 1) * 5 + y - 2) * 20 + x - 7] : 0xaa;
        CHECK(back[(z * 5 + y) * 20 + x] == wanted);
      }
  CUDA(cudaFree(a.ptr));
  CUDA(cudaFree(b.ptr));
}

static void arrays() {
  const int width = 12, height = 6, depth = 3;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CHECK(format.x == 32 && format.y == 0 && format.f == cudaChannelFormatKindFloat);
  const cudaChannelFormatDesc four = cudaCreateChannelDesc<uchar4>();
  CHECK(four.x == 8 && four.w == 8 && four.f == cudaChannelFormatKindUnsigned);
  cudaArray_t flat = nullptr, other = nullptr, deep = nullptr;
  CUDA(cudaMallocArray(&flat, &format, width, height));
  CUDA(cudaMallocArray(&other, &format, width, height));
  CUDA(cudaMalloc3DArray(&deep, &format, make_cudaExtent(width, height, depth)));
  std::vector<float> source(width * height), back(width * height, -1.f);
  for (size_t i = 0; i < source.size(); ++i) source[i] = float(i) * 0.5f;
  const size_t row = width * sizeof(float);
  CUDA(cudaMemcpy2DToArray(flat, 0, 0, source.data(), row, row, height, cudaMemcpyHostToDevice));
  CUDA(cudaMemcpy2DArrayToArray(other, 0, 0, flat, 0, 0, row, height));
  CUDA(cudaMemcpy2DFromArray(back.data(), row, other, 0, 0, row, height, cudaMemcpyDeviceToHost));
  CHECK(back == source);
  float corner[4] = {};
  CUDA(cudaMemcpy2DFromArray(corner, 2 * sizeof(float), flat, 3 * sizeof(float), 4, 2 * sizeof(float), 2,
                             cudaMemcpyDeviceToHost));
  CHECK(corner[0] == source[4 * width + 3] && corner[3] == source[5 * width + 4]);

  cudaExtent extent{};
  cudaChannelFormatDesc told{};
  unsigned flags = 1;
  CUDA(cudaArrayGetInfo(&told, &extent, &flags, flat));
  CHECK(told.x == 32 && extent.width == 12 && extent.height == 6 && extent.depth == 0 && flags == 0);

  std::vector<float> volume(width * height * depth), volume_back(volume.size());
  for (size_t i = 0; i < volume.size(); ++i) volume[i] = float(i);
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(volume.data(), row, width, height);
  p.dstArray = deep;
  p.extent = make_cudaExtent(width, height, depth);  // elements: an array takes part
  p.kind = cudaMemcpyHostToDevice;
  CUDA(cudaMemcpy3D(&p));
  cudaMemcpy3DParms q = {};
  q.srcArray = deep;
  q.srcPos = make_cudaPos(2, 1, 1);
  q.dstPtr = make_cudaPitchedPtr(volume_back.data(), 4 * sizeof(float), 4, 2);
  q.extent = make_cudaExtent(4, 2, 2);
  q.kind = cudaMemcpyDeviceToHost;
  CUDA(cudaMemcpy3D(&q));
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 4; ++x)
        CHECK(volume_back[(z * 2 + y) * 4 + x] == volume[((z + 1) * height + y + 1) * width + x + 2]);
  q.srcPos = make_cudaPos(10, 0, 0);
  CHECK(cudaMemcpy3D(&q) == cudaErrorInvalidValue);
  cudaGetLastError();
  CUDA(cudaFreeArray(flat));
  CUDA(cudaFreeArray(other));
  CUDA(cudaFreeArray(deep));
}

int main() {
  pitched();
  boxes();
  arrays();
  // Every pair of places by cudaMemcpyDefault.
  const Bytes source = counting(100);
  unsigned char *device = nullptr, *managed = nullptr, *pinned = nullptr;
  CUDA(cudaMalloc(&device, 100));
  CUDA(cudaMallocManaged(&managed, 100));
  CUDA(cudaMallocHost(&pinned, 100));
  Bytes back(100);
  CUDA(cudaMemcpy(device, source.data(), 100, cudaMemcpyDefault));
  CUDA(cudaMemcpy(managed, device, 100, cudaMemcpyDefault));
  CUDA(cudaMemcpy(pinned, managed, 100, cudaMemcpyDefault));
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaMemcpy(back.data(), pinned, 100, cudaMemcpyHostToHost));
  CHECK(back == source);
  CUDA(cudaFree(device));
  CUDA(cudaFree(managed));
  CUDA(cudaFreeHost(pinned));
  return coverage::result();
}
