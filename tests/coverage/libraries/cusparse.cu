// Feature: cuSPARSE
// Refused: cuSPARSE is not there on the emulated device
#include <cusparse.h>

#include "../check.h"

int main() { return coverage::result(); }
