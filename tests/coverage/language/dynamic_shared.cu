// Feature: extern __shared__ arrays: one name with several types, two dimensions, alignment, namespace scope, its address, the `SharedMemory<T>` struct of samples
#include "../check.h"

extern __shared__ float everywhere[];
extern __shared__ __align__(16) unsigned char raw_pool[];

template <class T>
struct SharedMemory {
  __device__ inline operator T*() {
    extern __shared__ int __smem[];
    return (T*)__smem;
  }
  __device__ inline operator const T*() const {
    extern __shared__ int __smem[];
    return (T*)__smem;
  }
};
template <>
struct SharedMemory<double> {
  __device__ inline operator double*() {
    extern __shared__ double __smem_d[];
    return (double*)__smem_d;
  }
};

template <class T>
__global__ void reverse(T* data) {
  T* tile = SharedMemory<T>();
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void as_floats(float* data) {
  extern __shared__ float pool[];
  pool[threadIdx.x] = data[threadIdx.x] * 2;
  __syncthreads();
  data[threadIdx.x] = pool[threadIdx.x ^ 1];
}
__global__ void as_ints(int* data) {
  extern __shared__ int pool_of_ints[];
  extern __shared__ volatile short same_bytes[];
  pool_of_ints[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = same_bytes[2 * threadIdx.x] + ((void*)pool_of_ints == (void*)same_bytes);
}
__global__ void rows(float* data) {
  extern __shared__ float tile[][33];
  tile[threadIdx.y][threadIdx.x] = data[32 * threadIdx.y + threadIdx.x];
  __syncthreads();
  data[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y] + sizeof(tile[0]);
}
__global__ void carved(float* out, int n) {
  extern __shared__ __align__(sizeof(double)) char memory[];
  double* doubles = (double*)memory;
  int* ints = reinterpret_cast<int*>(&doubles[n]);
  float* floats = (float*)(ints + n);
  doubles[threadIdx.x] = threadIdx.x;
  ints[threadIdx.x] = 10 * threadIdx.x;
  floats[threadIdx.x] = 0.5f;
  __syncthreads();
  const int other = n - 1 - threadIdx.x;
  out[threadIdx.x] = doubles[other] + ints[other] + floats[other] + ((size_t)memory % 16 == 0 ? 0 : 1000);
}
__device__ float helper() { return everywhere[threadIdx.x] + raw_pool[0] * 0; }
__global__ void at_namespace_scope(float* data) {
  everywhere[threadIdx.x] = data[threadIdx.x] + 1;
  __syncthreads();
  data[threadIdx.x] = helper() + ((char*)everywhere == (char*)raw_pool);
}
template <class T>
__global__ void by_its_address(T* data) {
  extern __shared__ __align__(16) unsigned char bytes[];
  T* tile = reinterpret_cast<T*>(&bytes);
  T* same = (T*)&bytes;
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = same[threadIdx.x ^ 1] + ((void*)&bytes[1] == (char*)&bytes + 1);
}
#define ADDRESS_OF(array) ((float*)&(array))
__device__ float first(float (&array)[]) { return array[0]; }
__global__ void as_an_array(float* data) {
  extern __shared__ float array[];
  array[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = ADDRESS_OF(array)[threadIdx.x ^ 1] + first(array);
}
__global__ void in_a_lambda(float* data) {
  extern __shared__ float copied[];
  copied[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  const int me = threadIdx.x;
  const auto other = [=](int mask) { return copied[me ^ mask]; };
  data[threadIdx.x] = other(1);
}
__device__ float* pool_by_its_address() { return (float*)&raw_pool; }
__global__ void namespace_pool_by_its_address(float* data) {
  pool_by_its_address()[threadIdx.x] = data[threadIdx.x] + 1;
  __syncthreads();
  data[threadIdx.x] = everywhere[threadIdx.x ^ 1];
}
__global__ void hidden_name(float raw_pool, float* out) {
  const float* mine = &raw_pool;
  out[threadIdx.x] = *mine;
}
struct alignas(16) Quad {
  float v[4];
};
__global__ void structs(float* out) {
  extern __shared__ Quad quads[];
  Quad* mine = quads + threadIdx.x;
  mine->v[threadIdx.x % 4] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = quads[threadIdx.x ^ 1].v[(threadIdx.x ^ 1) % 4];
}

int main() {
  std::vector<float> numbers;
  for (int i = 0; i < 32; ++i) numbers.push_back((float)i);
  {
    coverage::Buffer<float> data(numbers);
    reverse<float><<<1, 32, 32 * sizeof(float)>>>(data);
    const auto r = data.get();
    for (int i = 0; i < 32; ++i) CHECK(r[i] == 31 - i);
  }
  {
    std::vector<double> doubles(numbers.begin(), numbers.end());
    coverage::Buffer<double> data(doubles);
    reverse<<<1, 32, 32 * sizeof(double)>>>((double*)data);
    const auto r = data.get();
    for (int i = 0; i < 32; ++i) CHECK(r[i] == 31 - i);
  }
  {
    coverage::Buffer<float> data(numbers);
    as_floats<<<1, 32, 128>>>(data);
    const auto r = data.get();
    for (int i = 0; i < 32; ++i) CHECK(r[i] == 2 * (i ^ 1));
  }
  {
    std::vector<int> ints(numbers.begin(), numbers.end());
    coverage::Buffer<int> data(ints);
    as_ints<<<1, 32, 128>>>(data);
    const auto r = data.get();
    for (int i = 0; i < 32; ++i) CHECK(r[i] == i + 1);
  }
  {
    std::vector<float> square;
    for (int i = 0; i < 32 * 32; ++i) square.push_back((float)i);
    coverage::Buffer<float> data(square);
    rows<<<1, dim3(32, 32), 32 * 33 * sizeof(float)>>>(data);
    const auto r = data.get();
    for (int i = 0; i < 32 * 32; ++i) CHECK(r[i] == 32 * (i % 32) + i / 32 + 132);
  }
  {
    coverage::Buffer<float> out(32);
    carved<<<1, 32, 32 * 16>>>(out, 32);
    const auto r = out.get();
    for (int i = 0; i < 32; ++i) CHECK(r[i] == 11 * (31 - i) + 0.5f);
  }
  {
    coverage::Buffer<float> data(numbers);
    at_namespace_scope<<<1, 32, 128>>>(data);
    const auto r = data.get();
    for (int i = 0; i < 32; ++i) CHECK(r[i] == i + 2);
  }
  {
    coverage::Buffer<float> data(numbers);
    by_its_address<float><<<1, 32, 128>>>(data);
    const auto r = data.get();
    for (int i = 0; i < 32; ++i) CHECK(r[i] == (i ^ 1) + 1);
    namespace_pool_by_its_address<<<1, 32, 128>>>(data);
    const auto s = data.get();
    for (int i = 0; i < 32; ++i) CHECK(s[i] == i + 2);
    hidden_name<<<1, 32>>>(5.f, data);
    CHECK(data.get()[31] == 5);
  }
  {
    coverage::Buffer<float> data(numbers);
    as_an_array<<<1, 32, 128>>>(data);
    const auto r = data.get();
    for (int i = 0; i < 32; ++i) CHECK(r[i] == (i ^ 1));
    in_a_lambda<<<1, 32, 128>>>(data);
    const auto s = data.get();
    for (int i = 0; i < 32; ++i) CHECK(s[i] == i);
  }
  {
    coverage::Buffer<float> out(32);
    structs<<<1, 32, 32 * sizeof(Quad)>>>(out);
    const auto r = out.get();
    for (int i = 0; i < 32; ++i) CHECK(r[i] == (i ^ 1));
  }
  return coverage::result();
}
