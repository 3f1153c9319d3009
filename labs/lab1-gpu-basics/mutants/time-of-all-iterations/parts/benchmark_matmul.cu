// Buffers and events of one benchmark, freed at the end of the scope.
struct Bench {
  Bench(int n, int iterations) : bytes(sizeof(float) * n * n), events(iterations + 1) {
    for (float** matrix : {&a, &b, &c}) keep(cudaMalloc(matrix, bytes));
    for (float* matrix : {a, b, c}) keep(cudaMemset(matrix, 0, bytes));
    for (cudaEvent_t& event : events) keep(cudaEventCreate(&event));
  }
  ~Bench() {
    for (cudaEvent_t event : events) cudaEventDestroy(event);
    for (float* matrix : {a, b, c}) cudaFree(matrix);
  }
  // Remembers the first error.
  void keep(cudaError_t returned) {
    if (error == cudaSuccess) error = returned;
  }

  std::size_t bytes;
  std::vector<cudaEvent_t> events;  // one before the first iteration, one after each
  float *a = nullptr, *b = nullptr, *c = nullptr;
  cudaError_t error = cudaSuccess;
};

// Mean and coefficient of variation of the times in milliseconds, and the speed that they mean.
BenchResult summary(const std::vector<double>& times, int n) {
  double sum = 0, squares = 0;
  for (double ms : times) sum += ms;
  const double mean = sum / times.size();
  for (double ms : times) squares += (ms - mean) * (ms - mean);
  const double operations = 2.0 * n * n * n;  // in double: 2n^3 is too large for an int from n = 1024 on
  return {sum, operations / (sum * 1e-3) * 1e-12, std::sqrt(squares / times.size()) / mean};
}

BenchResult benchmark_matmul(Kernel kernel, int n, int iterations) {
  if (n < 1 || iterations < 1) return {};
  Bench bench(n, iterations);
  const auto call = [&] { bench.keep(kernel(bench.a, bench.b, bench.c, n, n, n, nullptr)); };
  if (bench.error == cudaSuccess) call();  // the first call of a kernel takes longer than the others
  bench.keep(cudaDeviceSynchronize());

  bench.keep(cudaEventRecord(bench.events[0]));
  for (int i = 0; i < iterations && bench.error == cudaSuccess; ++i) {
    call();
    bench.keep(cudaEventRecord(bench.events[i + 1]));
  }
  bench.keep(cudaDeviceSynchronize());  // until here the calls have only been queued

  std::vector<double> times;
  for (int i = 0; i < iterations && bench.error == cudaSuccess; ++i) {
    float ms = 0;
    bench.keep(cudaEventElapsedTime(&ms, bench.events[i], bench.events[i + 1]));
    times.push_back(ms);
  }
  return bench.error == cudaSuccess ? summary(times, n) : BenchResult{};
}
