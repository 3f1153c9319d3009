int count_devices() {
  int count = -1;
  if (cudaGetDeviceCount(&count) != cudaSuccess) cudaGetLastError();
  return count == 0 ? -1 : count;
}
