cudaError_t read_versions(Versions& versions) {
  int driver = 0, runtime = 0;
  cudaError_t error = cudaDriverGetVersion(&driver);
  if (error == cudaSuccess) error = cudaRuntimeGetVersion(&runtime);
  if (error != cudaSuccess) return error;
  versions = {driver / 100, driver % 100 / 10, runtime / 100, runtime % 100 / 10};
  return cudaSuccess;
}
