// Plain C++: it uses the runtime's API, and no kernels.
#include <cuda_runtime.h>
#if defined(__CUDACC__) || defined(__CUDA_ARCH__)
#error "a .cpp file is not CUDA"
#endif

void launch_seven(int* p);

extern "C" void launch_from_host_file(int* p) {
  launch_seven(p);
  cudaDeviceSynchronize();
}
