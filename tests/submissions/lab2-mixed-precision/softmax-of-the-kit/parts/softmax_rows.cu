#include "labkit/tensor/tensor.h"

template <class T>
__global__ void widen(const T* from, float* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = static_cast<float>(from[i]);
}

template <class T>
__global__ void narrow(const float* from, T* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = static_cast<T>(from[i]);
}

template <class T>
cudaError_t by_the_kit(const void* x, void* y, int rows, int columns, cudaStream_t stream) {
  using gridmark::tensor::DType, gridmark::tensor::Place, gridmark::tensor::Tensor;
  const int count = rows * columns;
  const Tensor wide = Tensor::empty({rows, columns}, DType::f32, Place::device());
  widen<<<(count + 255) / 256, 256, 0, stream>>>(static_cast<const T*>(x), wide.data<float>(), count);
  const Tensor result = gridmark::tensor::softmax(wide);
  narrow<<<(count + 255) / 256, 256, 0, stream>>>(result.data<float>(), static_cast<T*>(y), count);
  return cudaGetLastError();
}

cudaError_t softmax_rows(const void* x, void* y, DType type, int rows, int columns, cudaStream_t stream) {
  if (rows < 1 || columns < 1) return cudaErrorInvalidValue;
  if (type == DType::f16) return by_the_kit<__half>(x, y, rows, columns, stream);
  return by_the_kit<__nv_bfloat16>(x, y, rows, columns, stream);
}
