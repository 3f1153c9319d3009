cudaError_t copy_rows_at_once(const float* host, int stride, float* device, int rows, int columns) {
  if (rows < 1 || columns < 1 || stride < columns) return cudaErrorInvalidValue;
  cudaStream_t stream = nullptr;
  if (const cudaError_t error = cudaStreamCreate(&stream); error != cudaSuccess) return error;
  const std::size_t width = columns * sizeof(float);
  cudaError_t error = cudaMemcpy2DAsync(device, width, host, stride * sizeof(float), width, rows,
                                        cudaMemcpyHostToDevice, stream);
  if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
  const cudaError_t destroyed = cudaStreamDestroy(stream);
  return error != cudaSuccess ? error : destroyed;
}
