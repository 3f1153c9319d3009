// Feature: malloc, free, new and delete in kernels, from a heap of cudaLimitMallocHeapSize bytes
#include "../check.h"

#include <cstdint>
#include <string>

struct Node {
  int value;
  Node* next;
};

/// Lists live across launches, and other blocks read them.
__global__ void build(Node** heads, int length) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  Node* head = nullptr;
  for (int i = 0; i < length; ++i) {
    Node* node = (Node*)malloc(sizeof(Node));
    node->value = me * length + i;
    node->next = head;
    head = node;
  }
  heads[me] = head;
}
__global__ void sum(Node** heads, int n, long long* sums) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  for (Node* node = heads[n - 1 - me]; node; node = node->next) sums[me] += node->value;
}
__global__ void tear_down(Node** heads) {
  Node* node = heads[blockIdx.x * blockDim.x + threadIdx.x];
  while (node) {
    Node* next = node->next;
    free(node);
    node = next;
  }
}

void lists() {
  constexpr int blocks = 16, threads = 64, n = blocks * threads, length = 20;
  coverage::Buffer<Node*> heads(n, nullptr);
  coverage::Buffer<long long> sums(n, 0);
  build<<<blocks, threads>>>(heads, length);
  sum<<<blocks, threads>>>(heads, n, sums);
  tear_down<<<blocks, threads>>>(heads);
  const auto seen = sums.get();
  for (int i = 0; i < n; ++i) {
    const long long first = (long long)(n - 1 - i) * length;
    CHECK(seen[i] == first * length + length * (length - 1) / 2);
  }
}

class Shape {
 public:
  __device__ virtual ~Shape() { atomicAdd(count, -1); }
  __device__ virtual float area() const = 0;
  int* count;
};
class Square : public Shape {
 public:
  __device__ Square(float side_, int* count_) : side(side_) { atomicAdd(count = count_, 1); }
  __device__ float area() const override { return side * side; }
  float side;
};
class Circle : public Shape {
 public:
  __device__ Circle(float radius_, int* count_) : radius(radius_) { atomicAdd(count = count_, 1); }
  __device__ float area() const override { return 3 * radius * radius; }
  float radius;
};
__global__ void make(Shape** shapes, int* count) {
  const int me = threadIdx.x;
  if (me % 2)
    shapes[me] = new Square(float(me), count);
  else
    shapes[me] = new Circle(float(me), count);
}
__global__ void measure(Shape** shapes, float* areas) { areas[threadIdx.x] = shapes[threadIdx.x]->area(); }
__global__ void unmake(Shape** shapes) { delete shapes[threadIdx.x]; }

void objects() {
  coverage::Buffer<Shape*> shapes(32, nullptr);
  coverage::Buffer<float> areas(32);
  coverage::Buffer<int> count(1, 0);
  make<<<1, 32>>>(shapes, count);
  measure<<<1, 32>>>(shapes, areas);
  const auto seen = areas.get();
  for (int i = 0; i < 32; ++i) CHECK(seen[i] == (i % 2 ? 1 : 3) * float(i) * float(i));
  CHECK(count.get()[0] == 32);
  unmake<<<1, 32>>>(shapes);
  CHECK(count.get()[0] == 0);
}

/// One block's memory for all its threads, as in the programming guide.
__global__ void shared_block(int* out) {
  __shared__ int* data;
  if (threadIdx.x == 0) data = new int[blockDim.x];
  __syncthreads();
  if (!data) return;
  data[blockDim.x - 1 - threadIdx.x] = threadIdx.x * 3;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) delete[] data;
}

__host__ __device__ int through_heap(int x) {
  int* copy = (int*)malloc(sizeof(int));
  int* more = new int(x);
  *copy = *more + 1;
  delete more;
  const int result = *copy;
  free(copy);
  return result;
}
__global__ void call_through_heap(int* out) { out[threadIdx.x] = through_heap(threadIdx.x); }

/// Counts the kilobytes that fit. After all are freed, one large block must fit again.
__global__ void fill_up(int* kilobytes, int* aligned, int* large_fits) {
  void* last = nullptr;
  for (;;) {
    void** block = static_cast<void**>(malloc(1024));
    if (!block) break;
    *aligned &= reinterpret_cast<uintptr_t>(block) % 16 == 0;
    *block = last;
    last = block;
    ++*kilobytes;
  }
  int* none = new int[1024];
  *aligned &= none == nullptr;
  while (last) {
    void* next = *static_cast<void**>(last);
    free(last);
    last = next;
  }
  free(nullptr);
  char* large = new char[3 << 20];
  *large_fits = large != nullptr;
  large[(3 << 20) - 1] = 1;
  delete[] large;
  *large_fits += malloc(size_t(1) << 40) == nullptr;
}

__global__ void leave_some(char** out) { *out = static_cast<char*>(malloc(100)); }

int main() {
  size_t limit = 0;
  CUDA(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  CHECK(limit == 8 << 20);
  CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 4 << 20));
  CUDA(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  CHECK(limit == 4 << 20);
  lists();
  objects();

  coverage::Buffer<int> out(8 * 128);
  shared_block<<<8, 128>>>(out);
  const auto blocks = out.get();
  for (int i = 0; i < 8 * 128; ++i) CHECK(blocks[i] == (127 - i % 128) * 3);

  call_through_heap<<<1, 50>>>(out);
  const auto through = out.get();
  for (int i = 0; i < 50; ++i) CHECK(through[i] == through_heap(i));

  coverage::Buffer<int> kilobytes(1, 0), aligned(1, 1), large_fits(1, 0);
  fill_up<<<1, 1>>>(kilobytes, aligned, large_fits);
  CHECK(kilobytes.get()[0] > 3500 && kilobytes.get()[0] <= 4096);
  CHECK(aligned.get()[0] == 1 && large_fits.get()[0] == 2);

  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  coverage::Buffer<char*> pointer(1, nullptr);
  leave_some<<<1, 1>>>(pointer);
  char* block = pointer.get()[0];
  CHECK(block != nullptr);
  CHECK(cudaFree(block) == cudaErrorInvalidValue);
  cudaGetLastError();

  std::string* host = new std::string(1000, 'x');
  CHECK(host->size() == 1000);
  delete host;
  return coverage::result();
}
