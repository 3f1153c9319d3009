// Feature: Thrust: host_vector, device_vector, universal_vector, device_ptr over cudaMalloc, raw_pointer_cast into kernels
#include <thrust/copy.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/memory.h>
#include <thrust/sequence.h>
#include <thrust/universal_vector.h>

#include <list>

#include "../check.h"

struct Body {
  float x, y;
  int id;
};

__global__ void double_all(int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= 2;
}

/// Writes late, so a reader that does not wait reads the old value.
__global__ void set_to(int* values, int count, int value) {
  for (int i = 0; i < count; ++i) values[i] = value;
}

void vectors() {
  thrust::host_vector<int> host(10, 3);
  host[4] = 40;
  thrust::device_vector<int> device = host;
  CHECK(device.size() == 10 && device[4] == 40 && device[9] == 3);
  device[2] = 7;
  device[3] += 5;
  device.push_back(99);
  device.insert(device.begin(), -1);
  device.erase(device.begin() + 1);
  const std::vector<int> expected{-1, 3, 7, 8, 40, 3, 3, 3, 3, 3, 99};
  thrust::host_vector<int> back = device;
  CHECK(std::vector<int>(back.begin(), back.end()) == expected);
  CHECK(device == back);
  device.resize(13, 5);
  CHECK(device.back() == 5 && device.front() == -1 && device.size() == 13);
  thrust::device_vector<int> zeros(1000);
  for (int i : {0, 499, 999}) CHECK(zeros[i] == 0);
  std::vector<int> standard(100);
  thrust::copy(zeros.begin(), zeros.begin() + 100, standard.begin());
  std::list<int> list{5, 6, 7};
  thrust::device_vector<int> from_list(list.begin(), list.end());
  CHECK(from_list.size() == 3 && from_list[0] == 5 && from_list[2] == 7);
  thrust::device_vector<Body> bodies(3, Body{1, 2, 3});
  bodies[1] = Body{4, 5, 6};
  const Body middle = bodies[1], last = bodies[2];
  CHECK(middle.id == 6 && middle.x == 4 && last.id == 3);
  thrust::device_vector<float> a(3, 1.f), b(2, 2.f);
  a.swap(b);
  CHECK(a.size() == 2 && a[0] == 2.f && b.size() == 3);
  CHECK(!a.empty());
  a.clear();
  CHECK(a.empty());
  a = std::vector<float>{1.5f, 2.5f};
  CHECK(a[1] == 2.5f);
}

void kernels() {
  thrust::device_vector<int> device(1000);
  thrust::sequence(device.begin(), device.end());
  double_all<<<4, 256>>>(thrust::raw_pointer_cast(device.data()), 1000);
  CHECK(device[999] == 1998);
  double_all<<<4, 256>>>(thrust::raw_pointer_cast(&device[0]), 1000);
  thrust::host_vector<int> host = device;
  for (int i = 0; i < 1000; ++i) CHECK(host[i] == 4 * i);
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  set_to<<<1, 1, 0, stream>>>(device.data().get(), 1000, 8);
  CHECK(device[0] == 8);
  CUDA(cudaStreamDestroy(stream));
}

void pointers() {
  int* raw = nullptr;
  CUDA(cudaMalloc(&raw, 100 * sizeof(int)));
  thrust::device_ptr<int> first(raw);
  thrust::fill(first, first + 100, 11);
  CHECK(first[50] == 11);
  *(first + 51) = 12;
  int host[100];
  CUDA(cudaMemcpy(host, raw, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(host[0] == 11 && host[51] == 12 && host[99] == 11);
  thrust::device_ptr<int> again = thrust::device_pointer_cast(raw);
  thrust::copy(host + 50, host + 53, again);
  CHECK(again[1] == 12 && again[2] == 11);
  CHECK(thrust::raw_pointer_cast(again) == raw);
  CUDA(cudaFree(raw));
  thrust::device_ptr<double> made = thrust::device_malloc<double>(10);
  made[3] = 2.5;
  CHECK(made[3] == 2.5);
  thrust::device_free(made);
}

void managed() {
  thrust::universal_vector<int> values(100, 1);
  double_all<<<1, 128>>>(thrust::raw_pointer_cast(values.data()), 100);
  CUDA(cudaDeviceSynchronize());
  for (int value : values) CHECK(value == 2);
}

int main() {
  vectors();
  kernels();
  pointers();
  managed();
  return coverage::result();
}
