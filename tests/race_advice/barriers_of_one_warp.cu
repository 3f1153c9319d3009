// Advice: read into a variable, call __syncwarp(), write the element, and call __syncwarp() again
// Barriers: 0
__global__ void last(float* out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    __syncthreads();  // the other warp never reaches this
    s[t] += s[t + 16];
    __syncthreads();
    s[t] += s[t + 8];
  }
  if (t == 0) *out = s[0];
}
int main() {
  float* out;
  cudaMalloc(&out, sizeof(float));
  last<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
