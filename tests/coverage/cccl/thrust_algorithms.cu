// Feature: Thrust: sort, reduce, scan, transform, copy_if, unique, partition, searching and set algorithms on device memory
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "../check.h"

using Device = thrust::device_vector<int>;
using Host = std::vector<int>;

Host random_values(int count, int range) {
  Host values(count);
  unsigned state = 12345;
  for (int& value : values) value = static_cast<int>((state = state * 1664525u + 1013904223u) >> 8) % range;
  return values;
}
Host host(const Device& device) {
  Host values(device.size());
  thrust::copy(device.begin(), device.end(), values.begin());
  return values;
}

struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct Square {
  __device__ int operator()(int x) const { return x * x; }
};
struct Saxpy {
  float a;
  __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};

void sorting(const Host& input) {
  Host expected = input;
  Device values = input;
  thrust::sort(values.begin(), values.end());
  std::sort(expected.begin(), expected.end());
  CHECK(host(values) == expected);
  CHECK(thrust::is_sorted(values.begin(), values.end()));
  thrust::sort(values.begin(), values.end(), thrust::greater<int>());
  std::reverse(expected.begin(), expected.end());
  CHECK(host(values) == expected);
  CHECK(!thrust::is_sorted(values.begin(), values.end()));

  Device keys = input, places(input.size());
  thrust::sequence(places.begin(), places.end());
  thrust::stable_sort_by_key(keys.begin(), keys.end(), places.begin());
  Host order(input.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return input[a] < input[b]; });
  CHECK(host(places) == order);
  thrust::sort_by_key(keys.begin(), keys.end(), places.begin(), thrust::greater<int>());
  CHECK(host(keys) == expected);

  thrust::device_vector<float> reals(1000);
  thrust::tabulate(reals.begin(), reals.end(), [] __host__ __device__(int i) { return 500.f - i; });
  thrust::sort(thrust::device, reals.begin(), reals.end());
  CHECK(reals[0] == -499.f && reals[999] == 500.f);
}

void reducing(const Host& input) {
  const Device values = input;
  const int sum = std::accumulate(input.begin(), input.end(), 0);
  CHECK(thrust::reduce(values.begin(), values.end()) == sum);
  CHECK(thrust::reduce(values.begin(), values.end(), 5, thrust::plus<int>()) == sum + 5);
  CHECK(thrust::reduce(thrust::device, values.begin(), values.end(), 0, thrust::maximum<int>()) ==
        *std::max_element(input.begin(), input.end()));
  CHECK(thrust::count(values.begin(), values.end(), input[7]) ==
        std::count(input.begin(), input.end(), input[7]));
  CHECK(thrust::count_if(values.begin(), values.end(), IsEven()) ==
        std::count_if(input.begin(), input.end(), IsEven()));
  const auto largest = thrust::max_element(values.begin(), values.end());
  CHECK(largest - values.begin() == std::max_element(input.begin(), input.end()) - input.begin());
  const auto both = thrust::minmax_element(values.begin(), values.end());
  CHECK(*both.first == *std::min_element(input.begin(), input.end()) && *both.second == *largest);
  long squares = 0;
  for (int x : input) squares += static_cast<long>(x) * x;
  CHECK(thrust::transform_reduce(
            values.begin(), values.end(), [] __host__ __device__(int x) { return static_cast<long>(x) * x; }, 0L,
            thrust::plus<long>()) == squares);
  CHECK(thrust::inner_product(values.begin(), values.end(), values.begin(), 0L) == squares);
  CHECK(thrust::any_of(values.begin(), values.end(), IsEven()));
  CHECK(!thrust::all_of(values.begin(), values.end(), IsEven()));
  CHECK(thrust::equal(values.begin(), values.end(), values.begin()));
  CHECK(thrust::find(values.begin(), values.end(), input[20]) - values.begin() ==
        std::find(input.begin(), input.end(), input[20]) - input.begin());
}

void by_key() {
  const Host key_values{1, 1, 2, 3, 3, 3, 1};
  Device keys = key_values, values(7, 1), out_keys(7), sums(7), scanned(7);
  const auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), out_keys.begin(), sums.begin());
  CHECK(ends.first - out_keys.begin() == 4 && ends.second - sums.begin() == 4);
  Host counts = host(sums);
  counts.resize(4);
  CHECK((counts == Host{2, 1, 3, 1}));
  thrust::inclusive_scan_by_key(keys.begin(), keys.end(), values.begin(), scanned.begin());
  CHECK((host(scanned) == Host{1, 2, 1, 1, 2, 3, 1}));
  thrust::exclusive_scan_by_key(keys.begin(), keys.end(), values.begin(), scanned.begin());
  CHECK((host(scanned) == Host{0, 1, 0, 0, 1, 2, 0}));
  const auto unique_ends = thrust::unique_by_key(keys.begin(), keys.end(), values.begin());
  CHECK(unique_ends.first - keys.begin() == 4);
}

void scanning(const Host& input) {
  Host expected(input.size());
  Device values = input, out(input.size());
  std::partial_sum(input.begin(), input.end(), expected.begin());
  const auto end = thrust::inclusive_scan(values.begin(), values.end(), out.begin());
  CHECK(host(out) == expected && end == out.end());
  thrust::exclusive_scan(values.begin(), values.end(), values.begin(), 100);
  for (Host::size_type i = expected.size() - 1; i > 0; --i) expected[i] = expected[i - 1] + 100;
  expected[0] = 100;
  CHECK(host(values) == expected);
  thrust::adjacent_difference(values.begin(), values.end(), out.begin());
  CHECK(out[0] == 100 && out[1] == input[0] && out[2] == input[1]);
  thrust::transform_inclusive_scan(out.begin(), out.begin() + 3, out.begin(), thrust::negate<int>(), thrust::plus<int>());
  CHECK(out[2] == -100 - input[0] - input[1]);
}

void transforming(const Host& input) {
  Device values = input, out(input.size());
  thrust::transform(values.begin(), values.end(), out.begin(), Square());
  CHECK(out[10] == input[10] * input[10]);
  thrust::transform(values.begin(), values.end(), out.begin(), out.begin(), thrust::minus<int>());
  CHECK(out[11] == input[11] - input[11] * input[11]);
  thrust::device_vector<float> x(50, 2.f), y(50, 1.f);
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Saxpy{3.f});
  CHECK(y[49] == 7.f);
  int* raw = thrust::raw_pointer_cast(out.data());
  thrust::for_each(values.begin(), values.end(), [raw] __device__(int& v) { v += 1; });
  thrust::for_each_n(thrust::device, values.begin(), 5, [raw] __device__(int v) { atomicAdd(raw, v); });
  CHECK(values[0] == input[0] + 1);
  const int expected = input[0] - input[0] * input[0] + std::accumulate(input.begin(), input.begin() + 5, 5);
  CHECK(out[0] == expected);
  thrust::replace_if(values.begin(), values.end(), IsEven(), -1);
  thrust::replace(values.begin(), values.end(), -1, -2);
  for (int value : host(values)) CHECK(value % 2 != 0 || value == -2);
  thrust::generate(values.begin(), values.end(), [] __host__ __device__() { return 4; });
  CHECK(thrust::reduce(values.begin(), values.end()) == 4 * static_cast<int>(input.size()));
  thrust::reverse(values.begin(), values.end());
  thrust::fill_n(values.begin(), 3, 9);
  CHECK(values[2] == 9 && values[3] == 4);
}

void selecting(const Host& input) {
  Device values = input, out(input.size());
  Host evens;
  std::copy_if(input.begin(), input.end(), std::back_inserter(evens), IsEven());
  auto end = thrust::copy_if(values.begin(), values.end(), out.begin(), IsEven());
  out.resize(end - out.begin());
  CHECK(host(out) == evens);
  Device work = values;
  work.erase(thrust::remove_if(work.begin(), work.end(), IsEven()), work.end());
  CHECK(work.size() + evens.size() == input.size());
  work = values;
  const auto middle = thrust::stable_partition(work.begin(), work.end(), IsEven());
  CHECK(middle - work.begin() == static_cast<long>(evens.size()) && work[0] == evens[0]);
  thrust::sort(work.begin(), work.end());
  work.erase(thrust::unique(work.begin(), work.end()), work.end());
  Host unique = input;
  std::sort(unique.begin(), unique.end());
  unique.erase(std::unique(unique.begin(), unique.end()), unique.end());
  CHECK(host(work) == unique);
  CHECK(thrust::binary_search(work.begin(), work.end(), unique[3]));
  CHECK(!thrust::binary_search(work.begin(), work.end(), -5));
  Device wanted = Host{unique[1], unique[4]}, found(2);
  thrust::lower_bound(work.begin(), work.end(), wanted.begin(), wanted.end(), found.begin());
  CHECK(found[0] == 1 && found[1] == 4);
  CHECK(thrust::upper_bound(work.begin(), work.end(), unique[4]) - work.begin() == 5);
}

void moving() {
  Device values = Host{10, 20, 30, 40}, map = Host{3, 1, 0, 2}, out(4);
  thrust::gather(map.begin(), map.end(), values.begin(), out.begin());
  CHECK((host(out) == Host{40, 20, 10, 30}));
  thrust::scatter(values.begin(), values.end(), map.begin(), out.begin());
  CHECK((host(out) == Host{30, 20, 40, 10}));
  Device a = Host{1, 3, 5}, b = Host{2, 3, 6}, merged(6), common(3);
  thrust::merge(a.begin(), a.end(), b.begin(), b.end(), merged.begin());
  CHECK((host(merged) == Host{1, 2, 3, 3, 5, 6}));
  auto end = thrust::set_intersection(a.begin(), a.end(), b.begin(), b.end(), common.begin());
  CHECK(end - common.begin() == 1 && common[0] == 3);
  end = thrust::set_difference(a.begin(), a.end(), b.begin(), b.end(), common.begin());
  CHECK(end - common.begin() == 2 && common[1] == 5);
  end = thrust::set_union(a.begin(), a.end(), b.begin(), b.end(), merged.begin());
  CHECK(end - merged.begin() == 5);
  CHECK(thrust::mismatch(a.begin(), a.end(), b.begin()).first == a.begin());
}

int main() {
  const Host input = random_values(5000, 1000);
  sorting(input);
  reducing(input);
  by_key();
  scanning(input);
  transforming(input);
  selecting(input);
  moving();
  return coverage::result();
}
