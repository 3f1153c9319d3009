#include "tests/random_kernels/source.h"

#include <sstream>

namespace gridmark::random_kernels {
namespace {

constexpr const char* opening = R"(#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                \
  do {                                                             \
    cudaError_t error = call;                                      \
    if (error != cudaSuccess) {                                    \
      std::printf("kernel %d: %s\n", kernel, cudaGetErrorString(error)); \
      std::exit(2);                                                \
    }                                                              \
  } while (0)

__device__ float bounded(float value) { return fminf(fmaxf(value, -1e6f), 1e6f); }

// The lane that a shuffle with these arguments reads.
__device__ unsigned source_up(unsigned lane, unsigned delta, unsigned width) {
  return lane % width >= delta ? lane - delta : lane;
}
__device__ unsigned source_down(unsigned lane, unsigned delta, unsigned width) {
  return lane % width + delta < width ? lane + delta : lane;
}
__device__ unsigned source_xor(unsigned lane, unsigned bits, unsigned width) {
  return (lane ^ bits) < lane / width * width + width ? lane ^ bits : lane;
}
)";

constexpr const char* closing = R"(
template <class Kernel>
void run(int kernel, Kernel function, dim3 grid, dim3 block, FILE* file) {
  const size_t threads = size_t{block.x} * block.y * block.z, out_words = threads * grid.x * grid.y * grid.z * SLOTS;
  std::vector<unsigned> input(INPUT_WORDS), memory(out_words + COUNTERS + SUMS);
  for (unsigned i = 0; i < INPUT_WORDS; ++i) input[i] = i * 2246822519u;
  for (unsigned i = 0; i < COUNTERS; ++i) memory[out_words + i] = 0x5a5a5a5au;
  unsigned *device_input, *device_memory;
  CHECK(cudaMalloc(&device_input, input.size() * 4));
  CHECK(cudaMalloc(&device_memory, memory.size() * 4));
  CHECK(cudaMemcpy(device_input, input.data(), input.size() * 4, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_memory, memory.data(), memory.size() * 4, cudaMemcpyHostToDevice));
  function<<<grid, block, threads * 4>>>(device_input, device_memory, device_memory + out_words,
                                         reinterpret_cast<float*>(device_memory + out_words + COUNTERS));
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(memory.data(), device_memory, memory.size() * 4, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_input));
  CHECK(cudaFree(device_memory));
  if (std::fwrite(memory.data(), 4, memory.size(), file) != memory.size()) std::exit(3);
}
)";

constexpr const char* beginning_of_kernel = R"(
  const unsigned n = blockDim.x * blockDim.y * blockDim.z;
  const unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned lane = t % 32, id = t + b * 1000;
  unsigned* const slot = out + (size_t{b} * n + t) * SLOTS;
  extern __shared__ unsigned s1[];
  __shared__ unsigned s0[THREADS];
  __shared__ float s2[THREADS];
  s0[t] = s1[t] = t * 40503u;
  s2[t] = t * 0.5f;
  unsigned m = n - t / 32 * 32 >= 32 ? 0xffffffffu : (1u << (n % 32)) - 1;
  (void)lane, (void)m, (void)input, (void)acc, (void)sum;
)";

constexpr const char* race = R"(  __shared__ unsigned race;
  if (lane == 0) race = t;
  if (input[0] == 1) slot[0] = race;  // never; for the compiler's eyes
)";

class Writer {
 public:
  explicit Writer(std::ostream& out) : out_(out) {}

  void kernel(const Kernel& kernel, std::size_t number) {
    out_ << "\n// seed " << kernel.seed << "\n__global__ void kernel_" << number
         << "(const unsigned* input, unsigned* out, unsigned* acc, float* sum) {\n  constexpr int THREADS = "
         << kernel.threads() << ";" << beginning_of_kernel;
    for (int i = 0; i < words; ++i)
      out_ << "  unsigned r" << i << " = (id + 1) * (2654435761u + " << 2 * i << ");\n";
    for (int i = 0; i < floats; ++i) out_ << "  float f" << i << " = id % 77 + 0.25f * " << i << ";\n";
    if (kernel.racy) out_ << race;
    out_ << "  __syncthreads();\n";
    for (const Statement& statement : kernel.body) top(statement);
    out_ << store() << "}\n";
  }

 private:
  static std::string r(int i) { return "r" + std::to_string(i); }
  static std::string f(int i) { return "f" + std::to_string(i); }

  static std::string store() {
    std::string text = "  ";
    for (int i = 0; i < words; ++i) text += "slot[" + std::to_string(i) + "] = " + r(i) + "; ";
    for (int i = 0; i < floats; ++i)
      text += "slot[" + std::to_string(words + i) + "] = __float_as_uint(" + f(i) + "); ";
    return text + "\n";
  }

  void top(const Statement& s) {
    switch (s.kind) {
      case Kind::phase:
        out_ << "  {\n", block(s.body), out_ << "  }\n", barrier(s);
        return;
      case Kind::uniform_loop:
        out_ << "  for (int round = 0; round < " << s.value << "; ++round) {\n";
        break;
      case Kind::uniform_if:
        out_ << "  if (b & " << s.value << ") {\n";
        break;
      default:
        out_ << "  m = __ballot_sync(m, (" << r(s.a) << " & " << s.value << "u) != 0);\n  if ((" << r(s.a)
             << " & " << s.value << "u) == 0) {\n"
             << store() << "  return;\n  }\n";
        return;
    }
    for (const Statement& phase : s.body) top(phase);
    out_ << "  }\n";
  }

  void barrier(const Statement& s) {
    static const char* const forms[] = {"", "_count", "_and", "_or"};
    const std::string asked = "(" + r(s.b) + " & " + std::to_string(s.value) + "u) != 0";
    if (s.c == 0)
      out_ << "  __syncthreads();\n";
    else
      out_ << "  " << r(s.a) << " += " << (s.c > 1 ? "0 != " : "") << "__syncthreads" << forms[s.c] << "("
           << asked << ");\n";
  }

  void block(const std::vector<Statement>& body) {
    for (const Statement& statement : body) write(statement);
  }

  void write(const Statement& s) {
    const std::string a = r(s.a), b = r(s.b), value = std::to_string(s.value) + "u";
    switch (s.kind) {
      case Kind::arithmetic:
        out_ << a << " = " << arithmetic(s.c, a, b, value) << ";\n";
        break;
      case Kind::float_step:
        float_step(s);
        break;
      case Kind::if_masked:
        out_ << "{ const bool yes = (" << a << " & " << value
             << ") != 0; const unsigned taken = __ballot_sync(m, yes), others = m & ~taken; (void)others;\n"
             << "if (yes) { const unsigned m = taken; (void)m;\n",
            block(s.body);
        out_ << "} else { const unsigned m = others; (void)m;\n", block(s.other), out_ << "} }\n";
        break;
      case Kind::if_plain:
        out_ << "if (" << a << " & " << value << ") {\n", block(s.body);
        out_ << "} else {\n", block(s.other), out_ << "}\n";
        break;
      case Kind::loop_masked:
        out_ << "{ unsigned left = m; const unsigned rounds = " << a << " & 3; for (unsigned i = 0;; ++i) {\n"
             << "left = __ballot_sync(left, i < rounds); if (i >= rounds) break; const unsigned m = left; "
                "(void)m;\n";
        block(s.body), out_ << "} }\n";
        break;
      case Kind::loop_plain:
        out_ << "for (unsigned i = 0, rounds = " << a << " & 3; i < rounds; ++i) {\n", block(s.body),
            out_ << "}\n";
        break;
      case Kind::shuffle:
        shuffle(s);
        break;
      case Kind::vote:
        out_ << a << " += " << vote(s.c, b, value) << ";\n";
        break;
      default:
        memory(s, a, b, value);
    }
  }

  static std::string arithmetic(int operation, const std::string& x, const std::string& y,
                                const std::string& constant) {
    const std::string shift = "(" + y + " & 31)";
    switch (operation) {
      case 0:
        return x + " + " + y;
      case 1:
        return x + " - " + y;
      case 2:
        return x + " * (" + y + " | 1)";
      case 3:
        return x + " ^ " + y;
      case 4:
        return "(" + x + " & " + y + ") + " + constant;
      case 5:
        return x + " | (" + y + " >> 3)";
      case 6:
        return x + " << " + shift;
      case 7:
        return x + " >> " + shift;
      case 8:
        return "static_cast<unsigned>(static_cast<int>(" + x + ") >> " + shift + ")";
      case 9:
        return x + " / ((" + y + " & 255) + 1)";
      case 10:
        return x + " % ((" + y + " & 255) + 1)";
      case 11:
        return "__umulhi(" + x + ", " + y + ")";
      case 12:
        return "__popc(" + x + ") + " + y;
      case 13:
        return "__clz(" + x + ") * " + y;
      case 14:
        return "__brev(" + x + ") ^ " + constant;
      default:
        return "max(" + x + ", " + y + ") - min(" + x + ", " + constant + ")";
    }
  }

  void float_step(const Statement& s) {
    const std::string x = f(s.a), y = f(s.b % floats), word = r(s.b);
    switch (s.c) {
      case 0:
        out_ << x << " = bounded(" << x << " + " << y << ");\n";
        break;
      case 1:
        out_ << x << " = bounded(" << x << " * " << y << ");\n";
        break;
      case 2:
        out_ << x << " = bounded(fmaf(" << x << ", 0.75f, " << y << "));\n";
        break;
      case 3:
        out_ << x << " = static_cast<int>(" << word << " & 0xffff) - 30000;\n";
        break;
      case 4:
        out_ << x << " = __fsub_rn(sqrtf(fabsf(" << x << ")), __fmul_rn(" << y << ", 0.5f));\n";
        break;
      default:
        out_ << word << " ^= __float_as_uint(" << x << ");\n";
        break;
    }
  }

  void shuffle(const Statement& s) {
    static const char* const forms[] = {"", "_up", "_down", "_xor"};
    const std::string a = r(s.a), b = r(s.b), width = std::to_string(1u << s.value) + "u";
    if (s.c == 0) {
      out_ << "{ const unsigned from = lane / " << width << " * " << width << " + " << a << " % " << width
           << ";\n"
           << a << " = __shfl_sync(m, " << b << ", m >> from & 1 ? from : lane, " << width << "); }\n";
      return;
    }
    // The distance is equal for all lanes. Values of lanes outside the mask must not be used.
    const std::string far = std::to_string(s.value * 5 % 32 + 1) + "u";
    out_ << "{ const unsigned from = source" << forms[s.c] << "(lane, " << far << ", " << width
         << "), got = __shfl" << forms[s.c] << "_sync(m, " << b << ", " << far << ", " << width
         << ");\nif (m >> from & 1) " << a << " ^= got; }\n";
  }

  static std::string vote(int form, const std::string& b, const std::string& value) {
    const std::string asked = "(" + b + " & " + value + ") != 0";
    static const char* const reductions[] = {"add", "min", "max", "and", "or", "xor"};
    switch (form) {
      case 0:
        return "__ballot_sync(m, " + asked + ")";
      case 1:
        return "0 != __all_sync(m, " + asked + ")";
      case 2:
        return "0 != __any_sync(m, " + asked + ")";
      case 3:
        return "__match_any_sync(m, " + b + " & 3)";
      default:
        return std::string("__reduce_") + reductions[form - 4] + "_sync(m, " + b + ")";
    }
  }

  void memory(const Statement& s, const std::string& a, const std::string& b, const std::string& value) {
    static const char* const atomics[] = {"Add", "Min", "Max", "And", "Or", "Xor"};
    const std::string array = "s" + std::to_string(s.b), c = r(s.c);
    const std::string word = s.b == 2 ? "__float_as_uint" : "";
    switch (s.kind) {
      case Kind::shared_own:
        out_ << "{ auto& cell = " << array << "[(t + " << value << ") % n]; "
             << (s.b == 2 ? a + " ^= __float_as_uint(cell); cell = bounded(cell + f0); }\n"
                          : a + " += cell; cell ^= " + c + "; }\n");
        break;
      case Kind::shared_any:
        out_ << a << " ^= " << word << "(" << array << "[" << c << " % n]);\n";
        break;
      case Kind::shared_atomic:
        out_ << "atomic" << atomics[s.c] << "(&" << array << "[" << a << " % n], r" << s.value << ");\n";
        break;
      case Kind::shared_exchange:
        out_ << "{ const unsigned wanted = (lane + " << value << ") & 31; " << array
             << "[t] = " << (s.b == 2 ? "f1" : c) << "; __syncwarp(m);\n"
             << a << " += " << word << "(" << array
             << "[t - lane + (m >> wanted & 1 ? wanted : lane)]); __syncwarp(m); }\n";
        break;
      case Kind::global_read:
        out_ << a << " += input[" << b << " % INPUT_WORDS];\n";
        break;
      case Kind::global_own:
        out_ << "{ unsigned& cell = slot[" << words + floats + s.c << "]; cell = cell * 3 + " << a << "; "
             << b << " ^= cell; }\n";
        break;
      case Kind::global_atomic:
        out_ << "atomic" << atomics[s.c] << "(&acc[" << 8 * s.c << " + " << a << " % 8], " << b << ");\n";
        break;
      default:
        out_ << "atomicAdd(&sum[" << a << " % " << sums << "], static_cast<float>(" << b << " & 15));\n";
    }
  }

  std::ostream& out_;
};

}  // namespace

std::string source(const std::vector<Kernel>& kernels) {
  std::ostringstream out;
  out << opening << "enum { SLOTS = " << slots << ", INPUT_WORDS = " << input_words
      << ", COUNTERS = " << counters << ", SUMS = " << sums << " };\n";
  for (std::size_t i = 0; i < kernels.size(); ++i) Writer(out).kernel(kernels[i], i);
  out << closing << "\nint main(int, char** arguments) {\n  FILE* file = std::fopen(arguments[1], \"wb\");\n"
      << "  if (!file) return 3;\n";
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const Kernel& k = kernels[i];
    out << "  run(" << i << ", kernel_" << i << ", dim3(" << k.grid[0] << ", " << k.grid[1] << ", "
        << k.grid[2] << "), dim3(" << k.block[0] << ", " << k.block[1] << ", " << k.block[2] << "), file);\n";
  }
  out << "  return std::fclose(file);\n}\n";
  return out.str();
}

}  // namespace gridmark::random_kernels
