AllocOutcome try_allocate(std::size_t bytes) {
  AllocOutcome outcome;
  std::size_t total = 0;
  cudaMemGetInfo(&outcome.free_bytes, &total);
  outcome.allocated = bytes <= outcome.free_bytes;
  outcome.recovered = true;
  return outcome;
}
