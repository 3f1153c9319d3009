#include <cmath>
#include <vector>

template <class T>
void softmax_on_host(const void* x, void* y, int rows, int columns) {
  std::vector<T> values(static_cast<std::size_t>(rows) * columns);
  cudaMemcpy(values.data(), x, values.size() * sizeof(T), cudaMemcpyDeviceToHost);
  for (int row = 0; row < rows; ++row) {
    T* line = values.data() + static_cast<std::size_t>(row) * columns;
    float greatest = -INFINITY, sum = 0;
    for (int i = 0; i < columns; ++i) greatest = std::fmax(greatest, static_cast<float>(line[i]));
    const bool masked = greatest == -INFINITY;
    for (int i = 0; i < columns; ++i) sum += masked ? 0.0f : std::exp(static_cast<float>(line[i]) - greatest);
    for (int i = 0; i < columns; ++i)
      line[i] = static_cast<T>(masked ? 0.0f : std::exp(static_cast<float>(line[i]) - greatest) / sum);
  }
  cudaMemcpy(y, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
}

cudaError_t softmax_rows(const void* x, void* y, DType type, int rows, int columns, cudaStream_t) {
  if (rows < 1 || columns < 1) return cudaErrorInvalidValue;
  if (type == DType::f16)
    softmax_on_host<__half>(x, y, rows, columns);
  else
    softmax_on_host<__nv_bfloat16>(x, y, rows, columns);
  return cudaGetLastError();
}
