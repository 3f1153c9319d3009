#include "tests/similarity/made_up_code.h"

#include <array>
#include <random>
#include <regex>

namespace gridmark::similarity {
namespace {

class Writer {
 public:
  explicit Writer(unsigned seed) : random_(seed) {}

  std::string statement() {
    switch (below(4)) {
      case 0:
        return "  for (int i = 0; i < " + expression(1) + "; ++i) sum += " + expression(2) + ";\n";
      case 1:
        return "  if (" + expression(1) + ") a[" + expression(1) + "] = " + expression(2) + ";\n";
      case 2:
        return "  float value = " + expression(2) + ";\n";
      default:
        return "  __syncthreads();\n  b[row] = " + expression(2) + ";\n";
    }
  }

 private:
  std::size_t below(std::size_t end) { return random_() % end; }

  std::string expression(int depth) {
    static constexpr std::array operators{"+", "*", "-", "/", "<", "%"};
    if (depth == 0) return below(3) == 0 ? "16" : "k";
    const std::string inner = expression(depth - 1);
    switch (below(4)) {
      case 0:
        return "a[" + inner + "]";
      case 1:
        return "(" + inner + " " + operators[below(6)] + " " + expression(depth - 1) + ")";
      case 2:
        return inner + " " + operators[below(6)] + " " + expression(depth - 1);
      default:
        return "threadIdx.x * " + inner;
    }
  }

  std::mt19937 random_;
};

}  // namespace

std::string made_up_kernel(unsigned seed) {
  Writer writer(seed);
  std::string text =
      "__global__ void kernel_" + std::to_string(seed) + "(const float* a, float* b, int n) {\n";
  for (int i = 0; i < 14; ++i) text += writer.statement();
  return text + "}\n";
}

std::string obvious_kernel() {
  return R"(
__global__ void tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float a_tile[16][16], b_tile[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int tile = 0; tile < (n + 15) / 16; ++tile) {
    int across = tile * 16 + threadIdx.x, down = tile * 16 + threadIdx.y;
    a_tile[threadIdx.y][threadIdx.x] = row < n && across < n ? a[row * n + across] : 0;
    b_tile[threadIdx.y][threadIdx.x] = down < n && column < n ? b[down * n + column] : 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += a_tile[threadIdx.y][i] * b_tile[i][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}
cudaError_t matmul(const float* a, const float* b, float* c, int n) {
  dim3 threads(16, 16), blocks((n + 15) / 16, (n + 15) / 16);
  tiled<<<blocks, threads>>>(a, b, c, n);
  return cudaGetLastError();
}
)";
}

std::string disguised(const std::string& work, unsigned seed) {
  const std::string own = "_" + std::to_string(seed);
  std::string text = std::regex_replace(
      work, std::regex(R"(\b(a|b|c|n|row|column|sum|tile|value|across|down|tiled|i|k)\b)"), "$1" + own);
  text = std::regex_replace(text, std::regex(";\n"), ";  // step" + own + std::string(1 + seed % 3, '\n'));
  return "// my own work, " + own + "\n" + text;
}

}  // namespace gridmark::similarity
