__global__ void strided_copy_kernel(const float* from, float* to, int rows, int columns, int row_stride,
                                    int column_stride) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  to[row * columns + column] = from[row * row_stride + column * column_stride];
}

cudaError_t strided_copy(const float* from, float* to, int rows, int columns, int row_stride,
                         int column_stride, cudaStream_t stream) {
  if (rows < 1 || columns < 1) return cudaErrorInvalidValue;
  const dim3 block(32, 8);
  const dim3 grid((rows + block.x - 1) / block.x, (columns + block.y - 1) / block.y);
  strided_copy_kernel<<<grid, block, 0, stream>>>(from, to, rows, columns, row_stride, column_stride);
  return cudaGetLastError();
}
