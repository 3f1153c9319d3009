// The yardstick: the same work as a plain C++ loop with the same compiler flags.
#include "contest.h"

namespace {

using namespace contest;
using Floats = std::vector<float>;

/// Prevents the compiler from merging rounds.
void touch(const void* data) { asm volatile("" ::"r"(data) : "memory"); }

__attribute__((noinline)) void vector_add(const float* __restrict x, const float* __restrict y,
                                          float* __restrict z, int n) {
  for (int i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
__attribute__((noinline)) void saxpy(float alpha, const float* __restrict x, float* __restrict y, int n) {
  for (int i = 0; i < n; ++i) y[i] = alpha * x[i] + y[i];
}
/// In the order of a kernel with one thread per element.
__attribute__((noinline)) void gemm(const float* x, const float* y, float* z, int n) {
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += x[row * n + k] * y[k * n + column];
      z[row * n + column] = sum;
    }
}
__attribute__((noinline)) void sums(const float* x, float* out, int n, int per_sum) {
  for (int first = 0; first < n; first += per_sum) {
    float sum = 0;
    for (int i = 0; i < per_sum; ++i) sum += x[first + i];
    out[first / per_sum] = sum;
  }
}
__attribute__((noinline)) void transpose(const float* in, float* out, int n) {
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) out[x * n + y] = in[y * n + x];
}
__attribute__((noinline)) void attention(const float* q, const float* k, const float* v, float* out,
                                         int rows) {
  for (int row = 0; row < rows; ++row) {
    float sum[attention_width] = {}, largest = -1e30F, weights = 0;
    for (int j = 0; j < rows; ++j) {
      float score = 0;
      for (int d = 0; d < attention_width; ++d)
        score += q[row * attention_width + d] * k[j * attention_width + d];
      score *= 0.125F;
      const float now = std::fmax(largest, score), correction = std::exp(largest - now),
                  weight = std::exp(score - now);
      weights = weights * correction + weight;
      for (int d = 0; d < attention_width; ++d)
        sum[d] = sum[d] * correction + weight * v[j * attention_width + d];
      largest = now;
    }
    for (int d = 0; d < attention_width; ++d) out[row * attention_width + d] = sum[d] / weights;
  }
}

const Floats a = input(vector_elements, 1), b = input(vector_elements, 2);

void run_gemm() {
  const Floats x = input(matrix * matrix, 1), y = input(matrix * matrix, 2);
  Floats z(x.size());
  const auto run = [&] { gemm(x.data(), y.data(), z.data(), matrix), touch(z.data()); };
  run();
  must_be_close(z[100 * matrix + 77], Expected::gemm_element(x, y, 100, 77), "gemm");
  report(double{matrix} * matrix, run, 3);
}

void run_sums(int per_sum) {
  Floats out(vector_elements / static_cast<std::size_t>(per_sum));
  const auto run = [&] { sums(a.data(), out.data(), vector_elements, per_sum), touch(out.data()); };
  run();
  must_be_close(Expected::sum(out), Expected::sum(a), "reduction");
  report(vector_elements, run);
}

void run_transpose() {
  const Floats in = input(transposed * transposed, 3);
  Floats out(in.size());
  const auto run = [&] { transpose(in.data(), out.data(), transposed), touch(out.data()); };
  run();
  report(double{transposed} * transposed, run);
}

void run_attention() {
  const std::size_t size = attention_rows * attention_width;
  const Floats q = input(size, 1), k = input(size, 2), v = input(size, 3);
  Floats out(size);
  const auto run = [&] {
    attention(q.data(), k.data(), v.data(), out.data(), attention_rows), touch(out.data());
  };
  run();
  must_be_close(out[9 * attention_width], Expected::attention(q, k, v, 9), "attention");
  report(double{attention_rows} * attention_rows, run);
}

}  // namespace

int main(int count, char** words) {
  const std::string kernel = count == 2 ? words[1] : "";
  Floats z(vector_elements), y = b;
  if (kernel == "vector_add")
    report(
        vector_elements, [&] { vector_add(a.data(), b.data(), z.data(), vector_elements), touch(z.data()); },
        8);
  else if (kernel == "saxpy")
    report(
        vector_elements, [&] { saxpy(0.5F, a.data(), y.data(), vector_elements), touch(y.data()); }, 8);
  else if (kernel.starts_with("gemm"))
    run_gemm();
  else if (kernel == "block_reduction")
    run_sums(reduction_block);
  else if (kernel == "shuffle_reduction")
    run_sums(32);
  else if (kernel == "transpose")
    run_transpose();
  else if (kernel == "attention")
    run_attention();
  else
    return std::fprintf(stderr, "usage: %s KERNEL\n", words[0]), 64;
  return 0;
}
