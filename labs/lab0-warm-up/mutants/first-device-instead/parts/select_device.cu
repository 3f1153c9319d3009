cudaError_t select_device(int device) {
  if (cudaSetDevice(device) == cudaSuccess) return cudaSuccess;
  cudaGetLastError();
  return cudaSetDevice(0);
}
