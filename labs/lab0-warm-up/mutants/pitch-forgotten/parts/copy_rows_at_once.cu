cudaError_t copy_rows_at_once(const float* host, int stride, float* device, int rows, int columns) {
  if (rows < 1 || columns < 1 || stride < columns) return cudaErrorInvalidValue;
  return cudaMemcpy(device, host, sizeof(float) * rows * columns, cudaMemcpyHostToDevice);
}
