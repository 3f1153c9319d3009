/// Whether the device still gives memory and works on it.
bool works_on() {
  constexpr std::size_t small = std::size_t{1} << 20;
  void* probe = nullptr;
  if (cudaMalloc(&probe, small) != cudaSuccess) return false;
  const bool worked = cudaMemset(probe, 0, small) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess;
  return cudaFree(probe) == cudaSuccess && worked;
}

AllocOutcome try_allocate(std::size_t bytes) {
  AllocOutcome outcome;
  std::size_t total = 0;
  cudaMemGetInfo(&outcome.free_bytes, &total);

  void* memory = nullptr;
  outcome.allocated = cudaMalloc(&memory, bytes) == cudaSuccess;
  if (outcome.allocated) cudaFree(memory);

  outcome.recovered = works_on();
  return outcome;
}
