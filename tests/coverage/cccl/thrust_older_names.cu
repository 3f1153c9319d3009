// Feature: Thrust: names of CUDA 12 that CUDA 13 has dropped (unary_function, binary_function, identity, not1, not2)
// Nvcc: no, because CUDA 13's Thrust has dropped them
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>

#include "../check.h"

template <class T>
struct is_above : public thrust::unary_function<T, bool> {
  T limit;
  __host__ __device__ explicit is_above(T chosen) : limit(chosen) {}
  __host__ __device__ bool operator()(const T& value) const { return value > limit; }
};

struct by_last_digit : thrust::binary_function<int, int, bool> {
  __host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; }
};

int main() {
  const int values[] = {19, 3, 27, 11, 8, 40};
  thrust::device_vector<int> data(values, values + 6);
  CHECK(thrust::count_if(data.begin(), data.end(), is_above<int>(10)) == 4);
  CHECK(thrust::count_if(data.begin(), data.end(), thrust::not1(is_above<int>(10))) == 2);
  CHECK(thrust::transform_reduce(data.begin(), data.end(), thrust::identity<int>(), 0, thrust::plus<int>()) == 108);
  thrust::device_vector<int> odd(6, -1);
  const thrust::device_vector<int> stencil(std::vector<int>{1, 0, 1, 0, 0, 1});
  const auto end =
      thrust::copy_if(data.begin(), data.end(), stencil.begin(), odd.begin(), thrust::identity<int>());
  CHECK(end - odd.begin() == 3 && odd[0] == 19 && odd[1] == 27 && odd[2] == 40);
  thrust::sort(data.begin(), data.end(), by_last_digit());
  CHECK(data[0] == 40 && data[1] == 11 && data[2] == 3 && data[3] == 27 && data[4] == 8 && data[5] == 19);
  CHECK(!thrust::not2(by_last_digit())(40, 11) && thrust::not2(by_last_digit())(11, 40));
  static_assert(std::is_same<is_above<float>::argument_type, float>::value, "");
  static_assert(std::is_same<by_last_digit::result_type, bool>::value, "");
  return coverage::result();
}
