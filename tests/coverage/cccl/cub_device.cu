// Feature: CUB: algorithms for whole arrays (DeviceReduce, DeviceScan, DeviceRadixSort, DeviceSelect, DevicePartition, DeviceHistogram, DeviceRunLengthEncode, DeviceSegmentedReduce, DeviceMergeSort, ...), streams, CachingDeviceAllocator
#include <cub/cub.cuh>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "../check.h"

/// Both calls of CUB's protocol.
template <class Call>
void with_storage(Call call) {
  size_t bytes = 0;
  CUDA(call(nullptr, bytes));
  CHECK(bytes > 0);
  void* storage = nullptr;
  CUDA(cudaMalloc(&storage, bytes));
  CUDA(call(storage, bytes));
  CUDA(cudaFree(storage));
}

struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

__global__ void fill(int* values, int count, int value) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) values[i] = value;
}

std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  unsigned state = 99;
  for (int& value : values) value = static_cast<int>((state = state * 1664525u + 1013904223u) >> 22) - 500;
  return values;
}

void reducing(const std::vector<int>& in, const int* from) {
  const int count = static_cast<int>(in.size());
  coverage::Buffer<int> out(4);
  with_storage([&](void* t, size_t& b) { return cub::DeviceReduce::Sum(t, b, from, out + 0, count); });
  with_storage([&](void* t, size_t& b) { return cub::DeviceReduce::Max(t, b, from, out + 1, count); });
  with_storage([&](void* t, size_t& b) { return cub::DeviceReduce::Min(t, b, from, out + 2, count); });
  const auto add = [] __host__ __device__(int a, int b) { return a + b; };
  with_storage([&](void* t, size_t& b) { return cub::DeviceReduce::Reduce(t, b, from, out + 3, count, add, 5); });
  const int sum = std::accumulate(in.begin(), in.end(), 0);
  CHECK((out.get() == std::vector<int>{sum, *std::max_element(in.begin(), in.end()),
                                       *std::min_element(in.begin(), in.end()), sum + 5}));
  coverage::Buffer<cub::KeyValuePair<int, int>> best(2);
  with_storage([&](void* t, size_t& b) { return cub::DeviceReduce::ArgMax(t, b, from, best + 0, count); });
  with_storage([&](void* t, size_t& b) { return cub::DeviceReduce::ArgMin(t, b, from, best + 1, count); });
  CHECK(best.get()[0].key == std::max_element(in.begin(), in.end()) - in.begin());
  CHECK(best.get()[1].key == std::min_element(in.begin(), in.end()) - in.begin());
  CHECK(best.get()[1].value == *std::min_element(in.begin(), in.end()));

  // A sum that adds one float after the other would stop at 2^24.
  coverage::Buffer<float> ones(std::vector<float>(20 << 20, 1.f)), total(1);
  with_storage([&](void* t, size_t& b) { return cub::DeviceReduce::Sum(t, b, (float*)ones, (float*)total, 20 << 20); });
  CHECK(total.get()[0] == 20 << 20);

  const std::vector<int> key_values{5, 5, 7, 7, 7, 5};
  coverage::Buffer<int> keys(key_values), unique(6), sums(6), runs(1);
  with_storage([&](void* t, size_t& b) {
    return cub::DeviceReduce::ReduceByKey(t, b, (int*)keys, (int*)unique, from, (int*)sums, (int*)runs, add, 6);
  });
  CHECK(runs.get()[0] == 3 && unique.get()[1] == 7 && sums.get()[1] == in[2] + in[3] + in[4] && sums.get()[2] == in[5]);
  coverage::Buffer<int> offsets(std::vector<int>{0, 3, 3, count}), segments(3);
  with_storage([&](void* t, size_t& b) {
    return cub::DeviceSegmentedReduce::Sum(t, b, from, (int*)segments, 3, (int*)offsets, offsets + 1);
  });
  CHECK((segments.get() == std::vector<int>{in[0] + in[1] + in[2], 0, sum - in[0] - in[1] - in[2]}));
}

void scanning(const std::vector<int>& in, const int* from) {
  const int count = static_cast<int>(in.size());
  coverage::Buffer<int> out(count), in_place(in);
  with_storage([&](void* t, size_t& b) { return cub::DeviceScan::ExclusiveSum(t, b, from, (int*)out, count); });
  with_storage([&](void* t, size_t& b) { return cub::DeviceScan::InclusiveSum(t, b, (int*)in_place, (int*)in_place, count); });
  std::vector<int> expected(count);
  std::partial_sum(in.begin(), in.end(), expected.begin());
  CHECK(in_place.get() == expected);
  for (int i = 0; i < count; ++i) CHECK(out.get()[i] == expected[i] - in[i]);
  const auto larger = [] __host__ __device__(int a, int b) { return a < b ? b : a; };
  with_storage([&](void* t, size_t& b) { return cub::DeviceScan::InclusiveScan(t, b, from, (int*)out, larger, count); });
  CHECK(out.get()[count - 1] == *std::max_element(in.begin(), in.end()));
  with_storage([&](void* t, size_t& b) { return cub::DeviceScan::ExclusiveScan(t, b, from, (int*)out, larger, 7, 3); });
  CHECK(out.get()[0] == 7 && out.get()[2] == std::max({7, in[0], in[1]}));
}

template <class Key>
void sort_keys(std::vector<Key> keys) {
  const int count = static_cast<int>(keys.size());
  coverage::Buffer<Key> in(keys), out(count);
  std::vector<int> places(count), order(count);
  std::iota(places.begin(), places.end(), 0);
  order = places;
  coverage::Buffer<int> values(places), values_out(count);
  with_storage([&](void* t, size_t& b) {
    return cub::DeviceRadixSort::SortPairs(t, b, (Key*)in, (Key*)out, (int*)values, (int*)values_out, count);
  });
  std::stable_sort(order.begin(), order.end(), [&](int x, int y) { return keys[x] < keys[y]; });
  CHECK(values_out.get() == order);
  std::sort(keys.begin(), keys.end());
  CHECK(out.get() == keys);
  with_storage([&](void* t, size_t& b) {
    return cub::DeviceRadixSort::SortKeysDescending(t, b, (Key*)in, (Key*)out, count);
  });
  std::reverse(keys.begin(), keys.end());
  CHECK(out.get() == keys);
}

void sorting(const std::vector<int>& in) {
  const int count = static_cast<int>(in.size());
  sort_keys(in);
  sort_keys(std::vector<unsigned long long>(in.begin(), in.end()));
  sort_keys(std::vector<short>(in.begin(), in.end()));
  sort_keys(std::vector<float>(in.begin(), in.end()));
  sort_keys(std::vector<double>{-0.5, 1e300, -1e300, 3.0, -INFINITY, 0.0, 1e-310, INFINITY});

  coverage::Buffer<int> first(in), second(count);
  cub::DoubleBuffer<int> both(first, second);
  with_storage([&](void* t, size_t& b) { return cub::DeviceRadixSort::SortKeys(t, b, both, count); });
  std::vector<int> sorted = in, result(count);
  std::sort(sorted.begin(), sorted.end());
  CUDA(cudaMemcpy(result.data(), both.Current(), count * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(result == sorted);

  // Only bits 0 and 1, and stable.
  coverage::Buffer<unsigned> bits(std::vector<unsigned>{7, 4, 13, 5, 8}), by_bits(5);
  with_storage([&](void* t, size_t& b) {
    return cub::DeviceRadixSort::SortKeys(t, b, (unsigned*)bits, (unsigned*)by_bits, 5, 0, 2);
  });
  CHECK((by_bits.get() == std::vector<unsigned>{4, 8, 13, 5, 7}));

  coverage::Buffer<int> keys(in), out(in), offsets(std::vector<int>{0, 10, count});
  with_storage([&](void* t, size_t& b) {
    return cub::DeviceSegmentedRadixSort::SortKeys(t, b, (int*)keys, (int*)out, count, 2, (int*)offsets, offsets + 1);
  });
  sorted = in;
  std::sort(sorted.begin(), sorted.begin() + 10);
  std::sort(sorted.begin() + 10, sorted.end());
  CHECK(out.get() == sorted);
  const auto by_digit = [] __host__ __device__(int a, int b) { return a / 10 < b / 10; };
  with_storage([&](void* t, size_t& b) { return cub::DeviceMergeSort::StableSortKeys(t, b, (int*)keys, count, by_digit); });
  sorted = in;
  std::stable_sort(sorted.begin(), sorted.end(), by_digit);
  CHECK(keys.get() == sorted);
}

void selecting(const std::vector<int>& in, const int* from) {
  const int count = static_cast<int>(in.size());
  coverage::Buffer<int> out(count), number(2);
  std::vector<int> evens, odds;
  for (int x : in) (x % 2 == 0 ? evens : odds).push_back(x);
  with_storage([&](void* t, size_t& b) { return cub::DeviceSelect::If(t, b, from, (int*)out, (int*)number, count, IsEven()); });
  const int selected = number.get()[0];
  CHECK(selected == static_cast<int>(evens.size()));
  std::vector<int> result = out.get();
  CHECK(std::vector<int>(result.begin(), result.begin() + selected) == evens);
  with_storage([&](void* t, size_t& b) { return cub::DevicePartition::If(t, b, from, (int*)out, (int*)number, count, IsEven()); });
  std::reverse(odds.begin(), odds.end());
  evens.insert(evens.end(), odds.begin(), odds.end());
  CHECK(out.get() == evens && number.get()[0] == selected);
  coverage::Buffer<char> flags(std::vector<char>{1, 0, 0, 1, 1});
  with_storage([&](void* t, size_t& b) {
    return cub::DeviceSelect::Flagged(t, b, from, (char*)flags, (int*)out, (int*)number, 5);
  });
  CHECK(number.get()[0] == 3 && out.get()[1] == in[3]);
  coverage::Buffer<int> runs(std::vector<int>{1, 1, 2, 9, 9, 9}), lengths(6);
  with_storage([&](void* t, size_t& b) { return cub::DeviceSelect::Unique(t, b, (int*)runs, (int*)out, (int*)number, 6); });
  CHECK(number.get()[0] == 3 && out.get()[2] == 9);
  with_storage([&](void* t, size_t& b) {
    return cub::DeviceRunLengthEncode::Encode(t, b, (int*)runs, (int*)out, (int*)lengths, (int*)number, 6);
  });
  result = lengths.get();
  CHECK(number.get()[0] == 3 && result[0] == 2 && result[1] == 1 && result[2] == 3);
}

void histograms() {
  const std::vector<float> samples{0.f, 0.5f, 1.99f, 2.f, 5.9f, 6.f, -0.1f, 3.f};
  coverage::Buffer<float> in(samples);
  coverage::Buffer<int> counts(3);
  with_storage([&](void* t, size_t& b) {
    return cub::DeviceHistogram::HistogramEven(t, b, (float*)in, (int*)counts, 4, 0.f, 6.f, 8);
  });
  CHECK((counts.get() == std::vector<int>{3, 2, 1}));
  coverage::Buffer<float> levels(std::vector<float>{-1.f, 0.f, 2.f, 6.f});
  with_storage([&](void* t, size_t& b) {
    return cub::DeviceHistogram::HistogramRange(t, b, (float*)in, (int*)counts, 4, (float*)levels, 8);
  });
  CHECK((counts.get() == std::vector<int>{1, 3, 3}));
  std::vector<unsigned char> pixels(400);
  for (int i = 0; i < 400; ++i) pixels[i] = static_cast<unsigned char>(i);
  coverage::Buffer<unsigned char> image(pixels);
  coverage::Buffer<int> red(256), green(256), blue(256);
  int* all[3] = {red, green, blue};
  const int sizes[3] = {257, 257, 257}, lower[3] = {0, 0, 0}, upper[3] = {256, 256, 256};
  with_storage([&](void* t, size_t& b) {
    return cub::DeviceHistogram::MultiHistogramEven<4, 3>(t, b, (unsigned char*)image, all, sizes, lower, upper, 100);
  });
  CHECK(red.get()[0] == 2 && red.get()[1] == 0 && green.get()[1] == 2 && blue.get()[254] == 1);
}

void streams_and_memory() {
  cudaStream_t stream;
  CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  coverage::Buffer<int> values(1000), out(1);
  cub::CachingDeviceAllocator allocator(2, 6, 20);
  size_t bytes = 0;
  void *storage = nullptr, *again = nullptr;
  fill<<<2, 64, 0, stream>>>(values, 1000, 3);
  CUDA(cub::DeviceReduce::Sum(storage, bytes, (int*)values, (int*)out, 1000, stream));
  CUDA(allocator.DeviceAllocate(&storage, bytes, stream));
  CUDA(cub::DeviceReduce::Sum(storage, bytes, (int*)values, (int*)out, 1000, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(out.get()[0] == 3000);
  CUDA(allocator.DeviceFree(storage));
  CUDA(allocator.DeviceAllocate(&again, bytes, stream));
  CHECK(again == storage);
  CUDA(allocator.DeviceFree(again));
  CUDA(cudaStreamDestroy(stream));
}

int main() {
  const std::vector<int> in = numbers(3000);
  coverage::Buffer<int> from(in);
  reducing(in, from);
  scanning(in, from);
  sorting(in);
  selecting(in, from);
  histograms();
  streams_and_memory();
  return coverage::result();
}
