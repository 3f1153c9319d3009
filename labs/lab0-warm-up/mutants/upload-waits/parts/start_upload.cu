cudaError_t start_upload(const float* pinned, float* device, std::size_t count, cudaStream_t stream) {
  if (count < 1) return cudaErrorInvalidValue;
  const cudaError_t error =
      cudaMemcpyAsync(device, pinned, count * sizeof(float), cudaMemcpyHostToDevice, stream);
  return error == cudaSuccess ? cudaStreamSynchronize(stream) : error;
}
