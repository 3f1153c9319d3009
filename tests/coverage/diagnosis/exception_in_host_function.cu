// Feature: an exception that leaves a host function of a stream is not lost, but ends the program
// Fails: terminate called after throwing an instance of 'std::out_of_range'
#include <stdexcept>

#include "../check.h"

int main() {
  CUDA(cudaLaunchHostFunc(0, [](void*) { throw std::out_of_range("seven"); }, nullptr));
  try {
    cudaDeviceSynchronize();
  } catch (const std::exception&) {
    std::puts("caught");
  }
}
