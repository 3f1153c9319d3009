#pragma once
// The host's BLAS and LAPACK. They are found when a program first needs them, so programs are not linked with
// them.

namespace gridmark::blas {

/// A routine of libopenblas (libblas, liblapack) by its Fortran name, "sgemm_". Null if none is installed. It
/// runs on the thread that calls it, and several threads can call it at once.
void* host_routine(const char* name);

}  // namespace gridmark::blas
