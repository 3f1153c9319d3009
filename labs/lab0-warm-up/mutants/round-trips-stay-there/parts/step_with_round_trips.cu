cudaError_t step_with_round_trips(float* host, std::size_t count, int steps) {
  if (count < 1 || steps < 1) return cudaErrorInvalidValue;
  const std::size_t bytes = count * sizeof(float);
  DeviceFloats device(count);
  if (device.error != cudaSuccess) return device.error;
  cudaError_t error = cudaMemcpy(device.data, host, bytes, cudaMemcpyHostToDevice);
  for (int step = 0; step < steps && error == cudaSuccess; ++step) {
    step_kernel<<<blocks_for(count, 256), 256>>>(device.data, count);
    error = cudaGetLastError();
  }
  return error == cudaSuccess ? cudaMemcpy(host, device.data, bytes, cudaMemcpyDeviceToHost) : error;
}
