// Feature: the driver API: arrays, copies of two and three dimensions, texture and surface objects
// Link: -lcuda
#include <cuda.h>

#include <cstring>

#include "../check.h"

#define DRIVER(call) CHECK((call) == CUDA_SUCCESS)

__global__ void read(cudaTextureObject_t texture, float* out, float y) { out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, y); }
__global__ void read_scaled(cudaTextureObject_t texture, float* out) { out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); }
__global__ void read_integers(cudaTextureObject_t texture, int* out) { out[threadIdx.x] = tex1Dfetch<unsigned char>(texture, threadIdx.x); }
__global__ void write(cudaSurfaceObject_t surface) { surf2Dwrite(100.0f * threadIdx.x, surface, threadIdx.x * 4, 1); }

CUarray make_array(const std::vector<float>& rows, size_t width) {
  CUDA_ARRAY3D_DESCRIPTOR wanted;
  wanted.Width = width, wanted.Height = rows.size() / width, wanted.Depth = 0;
  wanted.Format = CU_AD_FORMAT_FLOAT, wanted.NumChannels = 1, wanted.Flags = CUDA_ARRAY3D_SURFACE_LDST;
  CUarray array;
  DRIVER(cuArray3DCreate(&array, &wanted));
  CUDA_MEMCPY2D copy;
  std::memset(&copy, 0, sizeof copy);
  copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = rows.data(), copy.srcPitch = width * sizeof(float);
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY, copy.dstArray = array;
  copy.WidthInBytes = copy.srcPitch, copy.Height = wanted.Height;
  DRIVER(cuMemcpy2D(&copy));
  return array;
}

/// The row `y` of an array, from the column `x` on.
std::vector<float> part_of(CUarray array, size_t x, size_t y, size_t count) {
  std::vector<float> part(count, -1);
  CUDA_MEMCPY3D copy;
  std::memset(&copy, 0, sizeof copy);
  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY, copy.srcArray = array, copy.srcXInBytes = 4 * x, copy.srcY = y;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = part.data();
  copy.WidthInBytes = 4 * count, copy.Height = copy.Depth = 1;
  DRIVER(cuMemcpy3D(&copy));
  return part;
}

CUtexObject texture_of(const CUDA_RESOURCE_DESC& resource, unsigned flags) {
  CUDA_TEXTURE_DESC reading;
  std::memset(&reading, 0, sizeof reading);
  reading.addressMode[0] = reading.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
  reading.filterMode = CU_TR_FILTER_MODE_POINT;
  reading.flags = flags;
  CUtexObject texture = 0;
  DRIVER(cuTexObjectCreate(&texture, &resource, &reading, NULL));
  return texture;
}

void arrays() {
  const CUarray array = make_array({0, 1, 2, 3, 10, 11, 12, 13}, 4);
  CHECK(part_of(array, 1, 1, 3) == std::vector<float>({11, 12, 13}));
  CUDA_RESOURCE_DESC resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  const CUtexObject texture = texture_of(resource, 0);
  coverage::Buffer<float> out(4);
  read<<<1, 4>>>(texture, out, 1.5f);
  CHECK(out.get() == std::vector<float>({10, 11, 12, 13}));
  CUsurfObject surface;
  DRIVER(cuSurfObjectCreate(&surface, &resource));
  write<<<1, 4>>>(surface);
  CUDA(cudaDeviceSynchronize());
  CHECK(part_of(array, 0, 1, 4) == std::vector<float>({0, 100, 200, 300}));
  CHECK(part_of(array, 0, 0, 4) == std::vector<float>({0, 1, 2, 3}));
  DRIVER(cuSurfObjectDestroy(surface));
  DRIVER(cuTexObjectDestroy(texture));
  DRIVER(cuArrayDestroy(array));
}

void bytes_are_fractions_unless_read_as_integers() {
  coverage::Buffer<unsigned char> data(std::vector<unsigned char>{0, 51, 255});
  CUDA_RESOURCE_DESC resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = CU_RESOURCE_TYPE_LINEAR;
  resource.res.linear.devPtr = (CUdeviceptr)(unsigned char*)data;
  resource.res.linear.format = CU_AD_FORMAT_UNSIGNED_INT8;
  resource.res.linear.numChannels = 1;
  resource.res.linear.sizeInBytes = 3;
  const CUtexObject fractions = texture_of(resource, 0), integers = texture_of(resource, CU_TRSF_READ_AS_INTEGER);
  coverage::Buffer<float> scaled(3);
  coverage::Buffer<int> plain(3);
  read_scaled<<<1, 3>>>(fractions, scaled);
  read_integers<<<1, 3>>>(integers, plain);
  CHECK(scaled.get() == std::vector<float>({0, 0.2f, 1}));
  CHECK(plain.get() == std::vector<int>({0, 51, 255}));
  DRIVER(cuTexObjectDestroy(fractions));
  DRIVER(cuTexObjectDestroy(integers));
}

void one_row() {
  CUDA_ARRAY_DESCRIPTOR wanted = {3, 0, CU_AD_FORMAT_SIGNED_INT16, 2};
  CUarray array;
  DRIVER(cuArrayCreate(&array, &wanted));
  const short2 pairs[] = {{1, -1}, {2, -2}, {3, -3}};
  short2 back[2] = {};
  DRIVER(cuMemcpyHtoA(array, 0, pairs, sizeof pairs));
  DRIVER(cuMemcpyAtoH(back, array, 4, sizeof back));
  CHECK(back[0].x == 2 && back[0].y == -2 && back[1].x == 3 && back[1].y == -3);
  DRIVER(cuArrayDestroy(array));
  wanted.NumChannels = 3;
  CHECK(cuArrayCreate(&array, &wanted) == CUDA_ERROR_INVALID_VALUE);
}

void rows_between_pitches() {
  coverage::Buffer<float> data(std::vector<float>{1, 2, 3, 4, 5, 6});  // three rows of two
  float rows[2][4] = {};
  CUDA_MEMCPY2D copy;
  std::memset(&copy, 0, sizeof copy);
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE, copy.srcDevice = (CUdeviceptr)(float*)data;
  copy.srcPitch = 8, copy.srcY = 1;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = rows, copy.dstPitch = 16, copy.dstXInBytes = 4;
  copy.WidthInBytes = 8, copy.Height = 2;
  DRIVER(cuMemcpy2D(&copy));
  CHECK(rows[0][0] == 0 && rows[0][1] == 3 && rows[0][2] == 4 && rows[0][3] == 0);
  CHECK(rows[1][0] == 0 && rows[1][1] == 5 && rows[1][2] == 6 && rows[1][3] == 0);
}

int main() {
  DRIVER(cuInit(0));
  CUDA(cudaFree(0));
  arrays();
  bytes_are_fractions_unless_read_as_integers();
  one_row();
  rows_between_pitches();
  return coverage::result();
}
