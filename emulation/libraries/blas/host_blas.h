#pragma once
// The host's BLAS and LAPACK, found when a program first needs them: no program is linked with them.

namespace gridmark::blas {

/// A routine of libopenblas (libblas, liblapack) by its Fortran name, "sgemm_"; null where none is installed.
/// Its threads may touch device memory: call it first while device memory is open.
void* host_routine(const char* name);

}  // namespace gridmark::blas
