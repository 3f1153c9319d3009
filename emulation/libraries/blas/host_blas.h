#pragma once
// The host's BLAS and LAPACK, found when a program first needs them: no program is linked with them.

namespace gridmark::blas {

/// A routine of libopenblas (libblas, liblapack) by its Fortran name, "sgemm_"; null where none is installed.
/// It runs on the thread that calls it, and may be called from several at once.
void* host_routine(const char* name);

}  // namespace gridmark::blas
