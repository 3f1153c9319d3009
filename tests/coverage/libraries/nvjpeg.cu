// Feature: nvJPEG
// Refused: nvJPEG is not available on the emulated device
// Nvcc: no, because the toolkit at hand comes without nvJPEG
#include <nvjpeg.h>

#include "../check.h"

int main() { return coverage::result(); }
