#pragma once
#include <vector>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// Errors of nvcc that g++ does not report, because to g++ every function is a host function.
///
///   k<<<g, b>>>() of a function that is not __global__, k() of one that is
///   __global__ int k(), and a __global__ member of a class
///   host functions, host variables and host-only classes in device code; exceptions there
///   device functions in host code, __shared__ in a host function
///
/// Only names are read, so doubtful cases are accepted: overloads on both sides, names that a macro or a
/// system header may declare, templates that are not used.
///
/// relaxed_constexpr  nvcc's --expt-relaxed-constexpr: device code may call constexpr functions of the host
std::vector<Diagnostic> refused_by_nvcc(const Source& source, bool relaxed_constexpr);

}  // namespace gridmark::rewrite
