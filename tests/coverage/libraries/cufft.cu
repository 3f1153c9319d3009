// Feature: cuFFT
// Refused: cuFFT is not there on the emulated device
#include <cufft.h>

#include "../check.h"

int main() { return coverage::result(); }
