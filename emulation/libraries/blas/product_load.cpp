#include "emulation/libraries/blas/product_load.h"

namespace gridmark::blas {
namespace {

using Rate = emulation::LibraryLoad::Rate;

bool is_complex(cudaDataType type) { return type == CUDA_C_32F || type == CUDA_C_64F; }

Rate rate_of(cudaDataType type, bool tensor_cores) {
  switch (type) {
    case CUDA_R_16F:
    case CUDA_R_16BF:
      return Rate::half;
    case CUDA_R_8I:
      return Rate::byte;
    case CUDA_R_64F:
    case CUDA_C_64F:
      return Rate::twofold;
    default:
      return tensor_cores ? Rate::tf32 : Rate::single;
  }
}

}  // namespace

emulation::LibraryLoad product_load(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t count,
                                    cudaDataType in, cudaDataType out, bool tensor_cores) {
  const auto rows = static_cast<double>(m), cols = static_cast<double>(n), depth = static_cast<double>(k),
             products = static_cast<double>(count);
  emulation::LibraryLoad load;
  load.rate = rate_of(in, tensor_cores);
  load.flops = (is_complex(in) ? 8 : 2) * rows * cols * depth * products;
  load.outputs = rows * cols * products;
  load.bytes = products * ((rows + cols) * depth * static_cast<double>(bytes_of(in)) +
                           rows * cols * static_cast<double>(bytes_of(out)));
  return load;
}

}  // namespace gridmark::blas
