// Feature: device code loaded at run time (cudaLibraryLoadData)
// Refused: the emulated device loads no device code at run time. Link the kernels into the program
#include "../check.h"
int main() {
  cudaLibrary_t library;
  CHECK(cudaLibraryLoadData(&library, "", nullptr, nullptr, 0, nullptr, nullptr, 0) == cudaSuccess);
  return coverage::result();
}
