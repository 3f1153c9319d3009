cudaError_t describe_device(int device, DeviceInfo& info) {
  cudaDeviceProp properties;
  std::size_t free_bytes = 0, total_bytes = 0;
  cudaError_t error = cudaGetDeviceProperties(&properties, device);
  if (error == cudaSuccess) error = cudaSetDevice(device);
  if (error == cudaSuccess) error = cudaMemGetInfo(&free_bytes, &total_bytes);
  if (error != cudaSuccess) {
    cudaGetLastError();
    return error;
  }
  info = {properties.name, properties.major, properties.minor,
          total_bytes,     free_bytes,       total_bytes - free_bytes};
  return cudaSuccess;
}
