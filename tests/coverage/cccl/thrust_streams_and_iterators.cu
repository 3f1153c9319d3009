// Feature: Thrust: thrust::cuda::par.on(stream), thrust::host, thrust::seq in kernels, counting, transform, zip, permutation and constant iterators, allocators
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/pair.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

#include "../check.h"

struct Square {
  __host__ __device__ long operator()(int x) const { return static_cast<long>(x) * x; }
};
struct Random {
  __host__ __device__ float operator()(unsigned int index) const {
    thrust::default_random_engine engine(7);
    engine.discard(index);
    return thrust::uniform_real_distribution<float>(0.f, 1.f)(engine);
  }
};

__global__ void fill_late(int* values, int count, int value) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) values[i] = value + i;
}

__global__ void sort_rows(int* values, int width) {
  int* row = values + (blockIdx.x * blockDim.x + threadIdx.x) * width;
  thrust::sort(thrust::seq, row, row + width);
  row[0] += thrust::reduce(thrust::device, row + 1, row + width, 0);
}

void streams() {
  cudaStream_t stream;
  CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  thrust::device_vector<int> values(1000);
  int* raw = thrust::raw_pointer_cast(values.data());
  fill_late<<<1, 64, 0, stream>>>(raw, 1000, 5);
  CHECK(thrust::reduce(thrust::cuda::par.on(stream), values.begin(), values.end()) == 999 * 500 + 5000);
  fill_late<<<1, 64, 0, stream>>>(raw, 1000, 0);
  thrust::sort(thrust::cuda::par_nosync.on(stream), values.begin(), values.end(), thrust::greater<int>());
  CUDA(cudaStreamSynchronize(stream));
  CHECK(values[0] == 999 && values[999] == 0);
  thrust::fill(thrust::cuda::par, raw, raw + 10, 3);
  thrust::inclusive_scan(thrust::device, raw, raw + 10, raw);
  CHECK(values[9] == 30);
  int on_host[4] = {4, 2, 3, 1};
  thrust::sort(thrust::host, on_host, on_host + 4);
  CHECK(on_host[0] == 1 && on_host[3] == 4);
  CUDA(cudaStreamDestroy(stream));
}

void iterators() {
  const thrust::counting_iterator<int> zero(0);
  CHECK(thrust::reduce(thrust::make_transform_iterator(zero, Square()),
                       thrust::make_transform_iterator(zero + 100, Square())) == 328350);
  CHECK(thrust::transform_reduce(thrust::device, zero, zero + 100, Square(), 0L, thrust::plus<long>()) == 328350);
  thrust::device_vector<int> keys(100), values(100);
  thrust::transform(zero, zero + 100, thrust::make_constant_iterator(37), keys.begin(), thrust::multiplies<int>());
  thrust::transform(keys.begin(), keys.end(), keys.begin(), [] __host__ __device__(int x) { return x % 101; });
  thrust::sequence(values.begin(), values.end());
  auto pairs = thrust::make_zip_iterator(thrust::make_tuple(keys.begin(), values.begin()));
  thrust::sort(pairs, pairs + 100);
  bool sorted = true;
  for (int i = 0; i < 100; ++i) sorted = sorted && values[i] * 37 % 101 == keys[i] && (i == 0 || keys[i - 1] < keys[i]);
  CHECK(sorted);
  thrust::for_each(pairs, pairs + 100, [] __host__ __device__(thrust::tuple<int&, int&> t) {
    thrust::get<1>(t) = thrust::get<0>(t) + 1;
  });
  CHECK(values[0] == keys[0] + 1 && values[99] == keys[99] + 1);
  thrust::device_vector<int> places = std::vector<int>{9, 0, 5};
  thrust::device_vector<int> picked(3);
  const auto first = thrust::make_permutation_iterator(keys.begin(), places.begin());
  thrust::copy(first, first + 3, picked.begin());
  CHECK(picked[0] == keys[9] && picked[1] == keys[0] && picked[2] == keys[5]);
  thrust::copy(thrust::make_reverse_iterator(picked.end()), thrust::make_reverse_iterator(picked.begin()), places.begin());
  CHECK(places[0] == picked[2]);
  thrust::device_vector<int> from_iterator(zero, zero + 10);
  CHECK(from_iterator[9] == 9);
  thrust::host_vector<long> on_host(10);
  thrust::copy(thrust::make_transform_iterator(from_iterator.begin(), Square()),
               thrust::make_transform_iterator(from_iterator.end(), Square()), on_host.begin());
  CHECK(on_host[9] == 81);
  const auto ends = thrust::reduce_by_key(places.begin(), places.end(), thrust::constant_iterator<int>(1),
                                          thrust::make_discard_iterator(), picked.begin());
  CHECK(ends.second - picked.begin() == 3);
}

void kernels() {
  thrust::device_vector<int> values(64 * 8);
  for (int i = 0; i < 64 * 8; ++i) values[i] = (i * 5) % 8;
  sort_rows<<<2, 32>>>(thrust::raw_pointer_cast(values.data()), 8);
  for (int row = 0; row < 64; ++row) CHECK(values[row * 8] == 28 && values[row * 8 + 7] == 7);
}

void random_numbers() {
  thrust::device_vector<float> values(10000);
  thrust::transform(thrust::counting_iterator<unsigned>(0), thrust::counting_iterator<unsigned>(10000), values.begin(),
                    Random());
  const float mean = thrust::reduce(values.begin(), values.end()) / 10000;
  CHECK(mean > 0.48f && mean < 0.52f);
  CHECK(thrust::count_if(values.begin(), values.end(), [] __host__ __device__(float x) { return x < 0 || x >= 1; }) == 0);
}

int main() {
  streams();
  iterators();
  kernels();
  random_numbers();
  return coverage::result();
}
