#include "labkit/tensor/tensor.h"

cudaError_t matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t) {
  using namespace gridmark::tensor;
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const NoGrad no_grad;
  const Tensor x = Tensor::empty({m, k}, DType::f32, Place::device());
  const Tensor w = Tensor::empty({k, n}, DType::f32, Place::device());
  cudaMemcpy(x.data<float>(), a, x.bytes(), cudaMemcpyDeviceToDevice);
  cudaMemcpy(w.data<float>(), b, w.bytes(), cudaMemcpyDeviceToDevice);
  const Tensor y = linear(x, w.transpose(), Tensor::zeros({n}, DType::f32, Place::device()));
  return cudaMemcpy(c, y.data<float>(), y.bytes(), cudaMemcpyDeviceToDevice);
}
