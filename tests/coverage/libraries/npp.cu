// Feature: NPP
// Refused: NPP is not available on the emulated device
// Nvcc: no, because the toolkit at hand comes without NPP
#include <npp.h>

#include "../check.h"

int main() { return coverage::result(); }
