// Feature: a kernel that calls a member function of the host
// Refused: length is a host function, and the kernel lengths runs on the device
#include <cmath>

struct Point {
  float x, y;
  float length() const { return sqrtf(x * x + y * y); }
};

__global__ void lengths(const Point* points, float* out) {
  const Point p = points[threadIdx.x];
  out[threadIdx.x] = p.length();
}

int main() {
  Point* points;
  float* out;
  cudaMalloc(&points, 32 * sizeof(Point));
  cudaMalloc(&out, 128);
  lengths<<<1, 32>>>(points, out);
  cudaDeviceSynchronize();
}
