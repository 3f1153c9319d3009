// Feature: launches of every form: in macros, lambdas, methods, loops, conditions, ternaries and templates, with blanks, newlines and comments inside
#include "../check.h"

__global__ void add(int* p, int value) { atomicAdd(p, value); }
template <class T, int factor = 1>
__global__ void add_as(T* p, T value) {
  atomicAdd(p, value * factor);
}
namespace deep { namespace er {
__global__ void add(int* p) { atomicAdd(p, 100); }
static __global__ void hidden(int* p) { atomicAdd(p, 7); }
} }  // namespace deep::er
namespace {
__global__ void anonymous(int* p) { atomicAdd(p, 3); }
}  // namespace
extern "C" __global__ void plain_c(int* p) { atomicAdd(p, 9); }

#define LAUNCH(kernel, n, ...) kernel<<<(n), 1>>>(__VA_ARGS__)
#define CHECKED(call) \
  do {                \
    call;             \
    CUDA(cudaGetLastError()); \
  } while (0)
#define CONFIGURED(kernel) kernel<<<1, 1>>>
// Programs use such macros to hide the chevrons from editors that do not know them.
#define KERNEL_ARGS2(grid, block) <<< grid, block >>>
#define ON_ONE_THREAD <<<1, 1>>>

struct Runner {
  int* p;
  void run(int n) { add<<<n, 1>>>(p, 1); }
  template <class T>
  void run_as(T value) const {
    add_as<T><<<1, 2>>>(p, value);
  }
};
template <bool twice>
void dispatch(int* p) {
  if (twice)
    add<<<2, 1>>>(p, 1);
  else
    add<<<1, 1>>>(p, 1);
}
int main() {
  coverage::Buffer<int> total(1);
  int* p = total;
  int expected = 0;
  const auto now = [&](int more, int line) {
    expected += more;
    const int seen = total.get()[0];
    if (seen != expected) std::printf("line %d: %d, expected %d\n", line, seen, expected);
    CHECK(seen == expected);
    expected = seen;
  };
#define EXPECT(more) now(more, __LINE__)

  add<<<1, 1>>>(p, 1); EXPECT(1);
  add <<< 2 , 1 >>> (p, 1); EXPECT(2);
  add<<<dim3(2, 3), dim3{1, 1, 2}, 0, 0>>>(p, 1); EXPECT(12);
  add
      <<<
          /* blocks */ 1,  // and
          /* threads */ 4
      >>>
      (p,
       1);
  EXPECT(4);
  LAUNCH(add, 3, p, 2); EXPECT(6);
  CHECKED((add<<<1, 1>>>(p, 5))); EXPECT(5);
  CONFIGURED(add)(p, 6); EXPECT(6);
  if (p) add<<<1, 1>>>(p, 1); else add<<<1, 1>>>(p, 1000);
  EXPECT(1);
  for (int i = 0; i < 3; ++i) add<<<1, 1>>>(p, i);
  EXPECT(3);
  int left = 2;
  while (left--) add<<<1, 1>>>(p, 1);
  do add<<<1, 1>>>(p, 1); while (0);
  EXPECT(3);
  p ? add<<<1, 1>>>(p, 1) : add<<<1, 1>>>(p, 50);
  EXPECT(1);
  switch (left) {
    case -1: add<<<1, 1>>>(p, 8); break;
    default: add<<<1, 1>>>(p, 99);
  }
  EXPECT(8);
  [&] { add<<<1, 1>>>(p, 2); }();
  auto launcher = [=](int n) { add<<<n, 1>>>(p, 1); };
  launcher(4); EXPECT(6);
  Runner{p}.run(3); EXPECT(3);
  Runner{p}.run_as(4); EXPECT(8);
  dispatch<true>(p), dispatch<false>(p); EXPECT(3);
  add_as<int, 3><<<1, 1>>>(p, 2); EXPECT(6);
  add_as<int, (4 > 3)><<<1, 1>>>(p, 2); EXPECT(2);
  add_as<int, 1 << 2><<<1, 1>>>(p, 2); EXPECT(8);
  add_as<<<1, 1>>>(p, 2); EXPECT(2);
  deep::er::add<<<1, 1>>>(p); EXPECT(100);
  ::deep::er::hidden<<<1, 1>>>(p); EXPECT(7);
  anonymous<<<1, 1>>>(p); EXPECT(3);
  plain_c<<<1, 1>>>(p); EXPECT(9);
  {
    using namespace deep::er;
    hidden<<<1, 1>>>(p); EXPECT(7);
  }
  add KERNEL_ARGS2(dim3(2), (1 + 1)) (p, 1); EXPECT(4);
  add_as<int, 3> KERNEL_ARGS2(1, 1)(p, 1); EXPECT(3);
  LAUNCH(::add, 2, p, 1); add ON_ONE_THREAD (p, 1); EXPECT(3);
  const int n = 1000, block = 256;
  add<<<(n + block - 1) / block, block>>>(p, 1); EXPECT(1024);
  add<<<n >> 8, 1 << 3>>>(p, 1); EXPECT(24);
  add<<<n > 5 ? 2 : 1, block < 5 ? 1 : 2>>>(p, 1); EXPECT(4);
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  add<<<1, 1, 16, stream>>>(p, 1);
  CUDA(cudaStreamSynchronize(stream)); EXPECT(1);
  CUDA(cudaStreamDestroy(stream));
  const char* text = "add<<<1, 1>>>(p, 1);";  // add<<<1, 1>>>(p, 1);
  const char* raw = R"(add<<<1, 1>>>(p, 1);)";
  /* add<<<1, 1>>>(p, 1); */
  CHECK(text[3] == '<' && raw[3] == '<');
  EXPECT(0);
  CHECK((1 << 2 << 1) == 8 && (64 >> 2 >> 1) == 8);
  std::vector<std::vector<std::vector<int>>> nested;
  CHECK(nested.empty());
  return coverage::result();
}
