cudaError_t time_transfers(const float* host, float* back, std::size_t count, TransferTimes& times) {
  if (count < 1) return cudaErrorInvalidValue;
  const std::size_t bytes = count * sizeof(float);
  DeviceFloats device(count);
  if (device.error != cudaSuccess) return device.error;
  cudaEvent_t events[3];
  for (cudaEvent_t& event : events) cudaEventCreate(&event);
  cudaEventRecord(events[0]);
  cudaMemcpy(device.data, host, bytes, cudaMemcpyHostToDevice);
  cudaEventRecord(events[1]);
  cudaMemcpy(back, device.data, bytes, cudaMemcpyDeviceToHost);
  cudaEventRecord(events[2]);
  cudaEventSynchronize(events[2]);
  cudaEventElapsedTime(&times.to_device_ms, events[0], events[1]);
  cudaEventElapsedTime(&times.to_host_ms, events[0], events[2]);
  for (const cudaEvent_t event : events) cudaEventDestroy(event);
  times.to_device_mb_per_s = bytes / 1e6 / (times.to_device_ms / 1e3);
  times.to_host_mb_per_s = bytes / 1e6 / (times.to_host_ms / 1e3);
  return cudaSuccess;
}
