__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;

  float sum = 0.0f;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  cudaStream_t mine;
  if (const cudaError_t error = cudaStreamCreate(&mine); error != cudaSuccess) return error;
  cudaStreamBeginCapture(mine, cudaStreamCaptureModeGlobal);
  const dim3 block(32, 8);
  const dim3 grid(blocks_for(m, block.x), blocks_for(n, block.y));
  naive_kernel<<<grid, block, 0, mine>>>(a, b, c, m, n, k);
  cudaGraph_t graph;
  cudaStreamEndCapture(mine, &graph);
  cudaGraphExec_t runnable;
  cudaGraphInstantiate(&runnable, graph, 0);
  cudaGraphDestroy(graph);
  cudaGraphLaunch(runnable, mine);
  const cudaError_t error = cudaGetLastError();
  cudaStreamDestroy(mine);
  return error;
}
