// Feature: cuSPARSE's triangular solves, factorisations and conversions
// Refused: cusparseSpSV_createDescr: of cuSPARSE, the emulated device has only products
#include <cusparse.h>

#include "../check.h"

int main() {
  cusparseSpSVDescr_t solve = nullptr;
  CHECK(cusparseSpSV_createDescr(&solve) == CUSPARSE_STATUS_SUCCESS);
  return coverage::result();
}
