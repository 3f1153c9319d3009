#pragma once
// Counts the rows that a network classifies correctly. Given.
#include <cuda_runtime.h>

#include <cstdint>

#include "labkit/tensor/tensor.h"

namespace correct_rows_detail {

/// Runs in one block.
static __global__ void add_correct(const float* scores, const std::int32_t* labels, std::int64_t rows,
                                   std::int64_t classes, float* sum) {
  for (std::int64_t row = threadIdx.x; row < rows; row += blockDim.x) {
    const float* const mine = scores + row * classes;
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < classes; ++i)
      if (mine[i] > mine[best]) best = i;
    if (best == labels[row]) atomicAdd(sum, 1.0f);
  }
}

}  // namespace correct_rows_detail

/// Counts the rows whose label has the greatest score, and adds the count to `sum`, an f32 scalar on the device. The
/// host does not wait.
///
/// scores  [rows,classes] of any floating type, with labels [rows] in i32
inline void add_correct_rows(const gridmark::tensor::Tensor& scores, const gridmark::tensor::Tensor& labels,
                             gridmark::tensor::Tensor& sum) {
  const gridmark::tensor::NoGrad guard;
  const gridmark::tensor::Tensor plain = scores.detach().to(gridmark::tensor::DType::f32).contiguous();
  const gridmark::tensor::Tensor wanted = labels.contiguous();
  correct_rows_detail::add_correct<<<1, 32>>>(plain.data<float>(), wanted.data<std::int32_t>(), plain.size(0),
                                              plain.size(1), sum.data<float>());
  sum.bump_version();
}
