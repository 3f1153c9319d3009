// Feature: cublasXt
// Refused: cublasXt is not available on the emulated device
#include <cublasXt.h>

#include "../check.h"

int main() { return coverage::result(); }
