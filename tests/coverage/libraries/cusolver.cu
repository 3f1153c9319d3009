// Feature: cuSOLVER
// Refused: cuSOLVER is not available on the emulated device
#include <cusolverDn.h>

#include "../check.h"

int main() { return coverage::result(); }
