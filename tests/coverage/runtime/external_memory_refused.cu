// Feature: external memory and semaphores, mapped graphics resources
// Refused: cudaGraphicsMapResources: the emulated device shares no memory with graphics or other programs
#include "../check.h"
int main() {
  cudaGraphicsResource_t resource = nullptr;
  CHECK(cudaGraphicsMapResources(1, &resource, 0) == cudaSuccess);
  return coverage::result();
}
