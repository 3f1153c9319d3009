// Feature: cuBLAS: products have the same bits for any number of host threads
// Link: -lcublas
#include <cublas_v2.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "../check.h"

std::vector<float> product(int m, int n, int k, const float* a, const float* b) {
  coverage::Buffer<float> c(m * n, 0);
  cublasHandle_t handle;
  CHECK(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
  const float one = 1, none = 0;
  CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, &one, a, m, b, n, &none, c, m) ==
        CUBLAS_STATUS_SUCCESS);
  CHECK(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);
  return c.get();
}

/// Prints a hash of the products' bits.
int print_hash() {
  std::vector<float> values(700 * 600);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = (float)(i * 2654435761u % 1000003) / 1000003 - 0.5f;
  coverage::Buffer<float> a(values), b(values);
  std::uint64_t hash = 0;
  const int shapes[][3] = {{300, 500, 600}, {600, 40, 700}, {10, 600, 700}, {511, 513, 600}, {64, 10, 128}};
  for (const auto& [m, n, k] : shapes) {
    const auto c = product(m, n, k, a, b);
    for (int j = 0; j < n; j += 7) {
      double sum = 0;
      for (int l = 0; l < k; ++l) sum += (double)values[l * m] * values[j + l * n];
      CHECK(std::abs(sum - c[(std::size_t)j * m]) < 1e-3);
    }
    for (const float value : c) {
      std::uint32_t bits;
      std::memcpy(&bits, &value, sizeof bits);
      hash = hash * 31 + bits;
    }
  }
  std::printf("%016llx\n", (unsigned long long)hash);
  return coverage::result();
}

/// The hash of the same program in a new process, because a library is set up once per process.
std::string hash_with(const char* program, const char* threads) {
  setenv("GRIDMARK_THREADS", threads, 1);
  FILE* pipe = popen((std::string(program) + " hash").c_str(), "r");
  char text[64] = "";
  CHECK(pipe && std::fgets(text, sizeof text, pipe));
  CHECK(pclose(pipe) == 0);
  return text;
}

int main(int argc, char** argv) {
  if (argc > 1) return print_hash();
  const std::string alone = hash_with(argv[0], "1");
  for (const char* threads : {"2", "3"}) CHECK(hash_with(argv[0], threads) == alone);
  return coverage::result();
}
