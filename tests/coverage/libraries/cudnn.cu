// Feature: cuDNN
// Refused: cuDNN is not available on the emulated device
#include <cudnn.h>

#include "../check.h"

int main() { return coverage::result(); }
