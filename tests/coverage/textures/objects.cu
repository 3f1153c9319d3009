// Feature: texture objects: arrays of 1 to 3 dimensions, layers, cubes, linear and pitched memory; filtering
#include <algorithm>
#include <cmath>
#include <cstring>

#include "../check.h"

static float quantised(float weight) { return std::floor(weight * 256 + 0.5f) / 256; }

enum Shape { line, flat, deep, layers };

__global__ void fetch(cudaTextureObject_t texture, Shape shape, const float4* at, float* result, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float4 p = at[i];
  if (shape == line) result[i] = tex1D<float>(texture, p.x);
  if (shape == flat) result[i] = tex2D<float>(texture, p.x, p.y);
  if (shape == deep) result[i] = tex3D<float>(texture, p.x, p.y, p.z);
  if (shape == layers) result[i] = tex2DLayered<float>(texture, p.x, p.y, int(p.w));
}

static std::vector<float> fetched(cudaTextureObject_t texture, Shape shape, const std::vector<float4>& at) {
  coverage::Buffer<float4> places(at);
  coverage::Buffer<float> result(at.size());
  fetch<<<(int(at.size()) + 63) / 64, 64>>>(texture, shape, places, result, int(at.size()));
  return result.get();
}

static cudaTextureObject_t texture_of(const cudaResourceDesc& resource, cudaTextureAddressMode mode,
                                      cudaTextureFilterMode filter, bool normalized,
                                      cudaTextureReadMode read = cudaReadModeElementType) {
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = description.addressMode[2] = mode;
  description.filterMode = filter;
  description.readMode = read;
  description.normalizedCoords = normalized;
  cudaTextureObject_t texture = 0;
  CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

static cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

static void one_dimension() {
  const int n = 8;
  std::vector<float> values;
  for (int i = 0; i < n; ++i) values.push_back(float(10 * i));
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CUDA(cudaMallocArray(&array, &format, n));
  CUDA(cudaMemcpy2DToArray(array, 0, 0, values.data(), n * 4, n * 4, 1, cudaMemcpyHostToDevice));
  const auto check = [&](cudaTextureAddressMode mode, cudaTextureFilterMode filter, bool normalized,
                         const std::vector<std::pair<float, float>>& wanted) {
    const cudaTextureObject_t texture = texture_of(resource_of(array), mode, filter, normalized);
    std::vector<float4> at;
    for (const auto& [x, value] : wanted) at.push_back(make_float4(x, 0, 0, 0));
    const std::vector<float> result = fetched(texture, line, at);
    for (size_t i = 0; i < wanted.size(); ++i) CHECK(result[i] == wanted[i].second);
    CUDA(cudaDestroyTextureObject(texture));
  };
  check(cudaAddressModeClamp, cudaFilterModePoint, false,
        {{0, 0}, {0.99f, 0}, {3.5f, 30}, {7.9f, 70}, {-5, 0}, {100, 70}});
  check(cudaAddressModeBorder, cudaFilterModePoint, false, {{2.5f, 20}, {-0.5f, 0}, {8, 0}, {7.5f, 70}});
  check(cudaAddressModeWrap, cudaFilterModePoint, true, {{0.3125f, 20}, {1.3125f, 20}, {-0.0625f, 70}});
  check(cudaAddressModeMirror, cudaFilterModePoint, true,
        {{0.0625f, 0}, {1.0625f, 70}, {-0.1875f, 10}, {2.1875f, 10}});
  // Half-way values are exactly elements. Between them the weights have 8 bits.
  check(cudaAddressModeClamp, cudaFilterModeLinear, false,
        {{0.5f, 0}, {1.0f, 5}, {1.5f, 10}, {2.25f, 17.5f}, {0.1f, 0}, {9, 70}});
  check(cudaAddressModeClamp, cudaFilterModeLinear, false,
        {{1.501f, 10 + 10 * quantised(0.001f)}, {1.503f, 10 + 10 * quantised(0.003f)}});
  check(cudaAddressModeWrap, cudaFilterModeLinear, true, {{0, 35}, {1, 35}, {0.0625f, 0}});
  check(cudaAddressModeBorder, cudaFilterModeLinear, false, {{0, 0}, {8, 35}, {9, 0}});
  CUDA(cudaFreeArray(array));
}

static void two_and_three_dimensions() {
  const int w = 5, h = 4, d = 3;
  std::vector<float> values(w * h * d);
  for (size_t i = 0; i < values.size(); ++i) values[i] = float((i * 37) % 101);
  cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaArray_t plane, volume, layered;
  CUDA(cudaMallocArray(&plane, &format, w, h));
  CUDA(cudaMemcpy2DToArray(plane, 0, 0, values.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice));
  CUDA(cudaMalloc3DArray(&volume, &format, make_cudaExtent(w, h, d)));
  CUDA(cudaMalloc3DArray(&layered, &format, make_cudaExtent(w, h, d), cudaArrayLayered));
  for (cudaArray_t array : {volume, layered}) {
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(values.data(), w * 4, w, h);
    p.dstArray = array;
    p.extent = make_cudaExtent(w, h, d);
    p.kind = cudaMemcpyHostToDevice;
    CUDA(cudaMemcpy3D(&p));
  }
  const auto value = [&](int x, int y, int z) {
    x = std::min(std::max(x, 0), w - 1), y = std::min(std::max(y, 0), h - 1),
    z = std::min(std::max(z, 0), d - 1);
    return double(values[(z * h + y) * w + x]);
  };
  std::vector<float4> at;
  for (int i = 0; i < 200; ++i)
    at.push_back(make_float4(-1 + 0.035f * float(i), 5 - 0.03f * float(i), 0.017f * float(i), float(i % 3)));
  const auto weigh = [](float x, int* low) {
    const float before = x - 0.5f;
    *low = int(std::floor(before));
    return double(quantised(before - std::floor(before)));
  };
  const cudaTextureObject_t smooth =
      texture_of(resource_of(plane), cudaAddressModeClamp, cudaFilterModeLinear, false);
  const cudaTextureObject_t smooth_deep =
      texture_of(resource_of(volume), cudaAddressModeClamp, cudaFilterModeLinear, false);
  const cudaTextureObject_t layers_of =
      texture_of(resource_of(layered), cudaAddressModeClamp, cudaFilterModePoint, false);
  const std::vector<float> in_plane = fetched(smooth, flat, at), in_volume = fetched(smooth_deep, deep, at),
                           in_layers = fetched(layers_of, layers, at);
  for (size_t i = 0; i < at.size(); ++i) {
    int x, y, z;
    const double a = weigh(at[i].x, &x), b = weigh(at[i].y, &y), c = weigh(at[i].z, &z);
    const auto mix = [&](int k) {
      return (1 - a) * (1 - b) * value(x, y, k) + a * (1 - b) * value(x + 1, y, k) +
             (1 - a) * b * value(x, y + 1, k) + a * b * value(x + 1, y + 1, k);
    };
    CHECK(std::fabs(in_plane[i] - mix(0)) < 1e-3);
    CHECK(std::fabs(in_volume[i] - ((1 - c) * mix(z) + c * mix(z + 1))) < 1e-3);
    CHECK(in_layers[i] == value(int(std::floor(at[i].x)), int(std::floor(at[i].y)), int(at[i].w)));
  }
  for (cudaTextureObject_t texture : {smooth, smooth_deep, layers_of})
    CUDA(cudaDestroyTextureObject(texture));
  for (cudaArray_t array : {plane, volume, layered}) CUDA(cudaFreeArray(array));
}

__global__ void read_memory(cudaTextureObject_t ints, cudaTextureObject_t colours,
                            cudaTextureObject_t pitched, int* sum, float4* colour, float* corner) {
  for (int i = 0; i < 10; ++i) *sum += tex1Dfetch<int>(ints, i);
  const uchar4 raw = tex1Dfetch<uchar4>(colours, 1);
  *colour = make_float4(raw.x, raw.y, raw.z, raw.w);
  *corner = tex2D<float>(pitched, 2.5f, 1.5f);
}

__global__ void read_normalised(cudaTextureObject_t texture, float4* result) {
  *result = tex1Dfetch<float4>(texture, 1);
}

static void memory() {
  std::vector<int> ints;
  for (int i = 0; i < 10; ++i) ints.push_back(i * i);
  coverage::Buffer<int> linear(ints);
  coverage::Buffer<uchar4> colours(
      std::vector<uchar4>{make_uchar4(1, 2, 3, 4), make_uchar4(0, 51, 102, 255)});
  cudaResourceDesc a = {}, b = {}, c = {};
  a.resType = b.resType = cudaResourceTypeLinear;
  a.res.linear.devPtr = linear;
  a.res.linear.desc = cudaCreateChannelDesc<int>();
  a.res.linear.sizeInBytes = 500 * sizeof(int);  // more than exists, which devices accept
  b.res.linear.devPtr = colours;
  b.res.linear.desc = cudaCreateChannelDesc<uchar4>();
  b.res.linear.sizeInBytes = 2 * sizeof(uchar4);
  float* rows = nullptr;
  size_t pitch = 0;
  const float host[6] = {1, 2, 3, 4, 5, 6};
  CUDA(cudaMallocPitch(&rows, &pitch, 3 * sizeof(float), 2));
  CUDA(cudaMemcpy2D(rows, pitch, host, 12, 12, 2, cudaMemcpyHostToDevice));
  c.resType = cudaResourceTypePitch2D;
  c.res.pitch2D.devPtr = rows;
  c.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  c.res.pitch2D.width = 3;
  c.res.pitch2D.height = 2;
  c.res.pitch2D.pitchInBytes = pitch;
  const cudaTextureObject_t t[] = {
      texture_of(a, cudaAddressModeClamp, cudaFilterModePoint, false),
      texture_of(b, cudaAddressModeClamp, cudaFilterModePoint, false),
      texture_of(c, cudaAddressModeClamp, cudaFilterModePoint, false),
      texture_of(b, cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat)};
  coverage::Buffer<int> sum(1, 0);
  coverage::Buffer<float4> colour(1);
  coverage::Buffer<float> corner(1);
  read_memory<<<1, 1>>>(t[0], t[1], t[2], sum, colour, corner);
  CHECK(sum.get()[0] == 285);
  CHECK(colour.get()[0].y == 51 && colour.get()[0].w == 255);
  CHECK(corner.get()[0] == 6);
  read_normalised<<<1, 1>>>(t[3], colour);
  const float4 n = colour.get()[0];
  CHECK(n.x == 0.f && n.y == 51 / 255.f && n.z == 102 / 255.f && n.w == 1.f);

  cudaResourceDesc told = {};
  CUDA(cudaGetTextureObjectResourceDesc(&told, t[2]));
  CHECK(told.resType == cudaResourceTypePitch2D && told.res.pitch2D.width == 3);
  for (cudaTextureObject_t texture : t) CUDA(cudaDestroyTextureObject(texture));
  CUDA(cudaFree(rows));
  // Integers are not interpolated.
  cudaTextureDesc wrong = {};
  wrong.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t none = 0;
  CHECK(cudaCreateTextureObject(&none, &a, &wrong, nullptr) != cudaSuccess);
  cudaGetLastError();
}

__global__ void look_around(cudaTextureObject_t cube, float* faces) {
  faces[0] = texCubemap<float>(cube, 1, 0.1f, 0.1f);
  faces[1] = texCubemap<float>(cube, -1, 0.1f, 0.1f);
  faces[2] = texCubemap<float>(cube, 0.1f, 1, 0.1f);
  faces[3] = texCubemap<float>(cube, 0.1f, -1, 0.1f);
  faces[4] = texCubemap<float>(cube, 0.1f, 0.1f, 1);
  faces[5] = texCubemap<float>(cube, 0.1f, 0.1f, -1);
}

static void cube() {
  const int side = 4;
  std::vector<float> values;
  for (int i = 0; i < 6 * side * side; ++i) values.push_back(float(i / (side * side)));
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CUDA(cudaMalloc3DArray(&array, &format, make_cudaExtent(side, side, 6), cudaArrayCubemap));
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(values.data(), side * 4, side, side);
  p.dstArray = array;
  p.extent = make_cudaExtent(side, side, 6);
  p.kind = cudaMemcpyHostToDevice;
  CUDA(cudaMemcpy3D(&p));
  const cudaTextureObject_t texture =
      texture_of(resource_of(array), cudaAddressModeClamp, cudaFilterModeLinear, true);
  coverage::Buffer<float> faces(6);
  look_around<<<1, 1>>>(texture, faces);
  const std::vector<float> seen = faces.get();
  for (int i = 0; i < 6; ++i) CHECK(seen[i] == float(i));
  CUDA(cudaDestroyTextureObject(texture));
  CUDA(cudaFreeArray(array));
}

int main() {
  one_dimension();
  two_and_three_dimensions();
  memory();
  cube();
  return coverage::result();
}
