cudaError_t step_resident(float* host, std::size_t count, int steps) {
  if (count < 1 || steps < 1) return cudaErrorInvalidValue;
  const std::size_t bytes = count * sizeof(float);
  DeviceFloats device(count);
  cudaError_t error = device.error;
  if (error == cudaSuccess) error = cudaMemcpy(device.data, host, bytes, cudaMemcpyHostToDevice);
  for (int step = 0; step < steps && error == cudaSuccess; ++step) {
    step_kernel<<<blocks_for(count, 256), 256>>>(device.data, count);
    error = cudaMemcpy(host, device.data, bytes, cudaMemcpyDeviceToHost);
  }
  return error;
}
