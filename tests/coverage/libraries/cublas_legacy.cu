// Feature: cublas.h, the first interface of cuBLAS, without handles, in S and D
// Link: -lcublas
#include <cublas.h>

#include "../check.h"

int main() {
  CHECK(cublasInit() == CUBLAS_STATUS_SUCCESS);
  const float a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8};
  float c[4] = {};
  float *da, *db, *dc;
  CHECK(cublasAlloc(4, sizeof(float), (void**)&da) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasAlloc(4, sizeof(float), (void**)&db) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasAlloc(4, sizeof(float), (void**)&dc) == CUBLAS_STATUS_SUCCESS);
  cublasSetVector(4, sizeof(float), a, 1, da, 1);
  cublasSetMatrix(2, 2, sizeof(float), b, 2, db, 2);
  cublasSgemm('n', 't', 2, 2, 2, 1.0f, da, 2, db, 2, 0.0f, dc, 2);
  CHECK(cublasGetError() == CUBLAS_STATUS_SUCCESS);
  cublasGetMatrix(2, 2, sizeof(float), dc, 2, c, 2);
  CHECK(c[0] == 26 && c[1] == 38 && c[2] == 30 && c[3] == 44);
  CHECK(cublasSdot(4, da, 1, db, 1) == 70);
  CHECK(cublasSasum(4, da, 1) == 10 && cublasIsamax(4, da, 1) == 4);
  cublasSgemm('n', 'n', -1, 2, 2, 1.0f, da, 2, db, 2, 0.0f, dc, 2);
  CHECK(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE);
  CHECK(cublasFree(da) == CUBLAS_STATUS_SUCCESS);
  cublasFree(db);
  cublasFree(dc);
  CHECK(cublasShutdown() == CUBLAS_STATUS_SUCCESS);
  return coverage::result();
}
