constexpr int most_slices = 256;

struct Slices {
  GradientSlice at[most_slices];
};

template <class T>
__global__ void unscale_kernel(const Slices* slices, float inverse_scale, int* found) {
  const GradientSlice slice = slices->at[blockIdx.y];
  const T* scaled = static_cast<const T*>(slice.scaled);
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  bool finite = true;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < slice.count;
       i += step) {
    const float value = static_cast<float>(scaled[i]);
    finite = finite && isfinite(value);
    slice.unscaled[i] = static_cast<float>(static_cast<T>(value * inverse_scale));
  }
  if (!finite) atomicExch(found, 1);
}

/// Memory of the device that goes with its scope.
struct Scratch {
  explicit Scratch(std::size_t bytes) { error = cudaMalloc(&data, bytes); }
  ~Scratch() { cudaFree(data); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  void* data = nullptr;
  cudaError_t error;
};

cudaError_t unscale_and_check(const std::vector<GradientSlice>& slices, DType type, float inverse_scale,
                              bool& found) {
  found = false;
  std::int64_t longest = 0;
  for (const GradientSlice& slice : slices) longest = std::max(longest, slice.count);
  if (longest == 0) return cudaSuccess;

  const std::size_t bytes = slices.size() * sizeof(GradientSlice);
  const Scratch on_device(sizeof(Slices)), flag(sizeof(int));
  if (on_device.error != cudaSuccess) return on_device.error;
  if (flag.error != cudaSuccess) return flag.error;
  cudaMemcpy(on_device.data, slices.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemset(flag.data, 0, sizeof(int));

  constexpr int threads = 256, most_blocks = 64;
  const dim3 grid(static_cast<unsigned>(std::min<std::int64_t>((longest + threads - 1) / threads, most_blocks)),
                  static_cast<unsigned>(slices.size()));
  const auto* all = static_cast<const Slices*>(on_device.data);
  auto* any = static_cast<int*>(flag.data);
  if (type == DType::f16)
    unscale_kernel<__half><<<grid, threads>>>(all, inverse_scale, any);
  else if (type == DType::bf16)
    unscale_kernel<__nv_bfloat16><<<grid, threads>>>(all, inverse_scale, any);
  else
    unscale_kernel<float><<<grid, threads>>>(all, inverse_scale, any);
  const cudaError_t launched = cudaGetLastError();
  int seen = 0;
  const cudaError_t copied = cudaMemcpy(&seen, flag.data, sizeof seen, cudaMemcpyDeviceToHost);
  found = seen != 0;
  return launched != cudaSuccess ? launched : copied;
}
