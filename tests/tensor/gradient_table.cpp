// Prints the table of docs/tensor-kit.md: the deviation of each operation from double precision.
#include <algorithm>
#include <cstdio>

#include "tests/tensor/gradient_cases.h"

using namespace gridmark::tensor;

int main() {
  std::printf("| operation | f32 | f16 | bf16 |\n|---|---|---|---|\n");
  for (const Case& one : all_cases()) {
    std::printf("| %s ", one.name.c_str());
    for (const DType dtype : {DType::f32, DType::f16, DType::bf16}) {
      const Deviation found = deviation_of(one, Device::cuda(), dtype);
      std::printf("| %.0e, %.0e ", found.value, found.gradient);
    }
    std::printf("|\n");
  }
}
