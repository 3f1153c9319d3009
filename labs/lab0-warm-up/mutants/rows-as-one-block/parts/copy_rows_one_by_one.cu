cudaError_t copy_rows_one_by_one(const float* host, int stride, float* device, int rows, int columns) {
  if (rows < 1 || columns < 1 || stride < columns) return cudaErrorInvalidValue;
  const std::size_t width = columns * sizeof(float);
  return cudaMemcpy2D(device, width, host, stride * sizeof(float), width, rows, cudaMemcpyHostToDevice);
}
