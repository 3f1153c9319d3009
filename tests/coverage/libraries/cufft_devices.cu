// Feature: cuFFT over several devices
// Refused: cuFFT over several devices is not available on the emulated device
#include <cufftXt.h>

#include "../check.h"

int main() {
  cufftHandle plan;
  int devices[] = {0, 1};
  cufftCreate(&plan);
  CHECK(cufftXtSetGPUs(plan, 2, devices) == CUFFT_SUCCESS);
  return coverage::result();
}
