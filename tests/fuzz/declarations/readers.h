#pragma once
// Which functions of shared libraries give away what lies behind a pointer?
#include <string>
#include <vector>

namespace gridmark::declarations {

/// f(..., p - offset, ...) gives bytes that lie at p.
struct Reading {
  int position = 0;          ///< of the pointer among the arguments
  std::string result;        ///< "rax", "xmm0", or "0" to "7": a word of the memory that the others point to
  int bytes = 8;             ///< 8, 4 or 1
  unsigned long offset = 0;  ///< modulo 2^64
};

/// Calls the function in child processes, on memory of random bytes, and looks for them in what comes back.
std::vector<Reading> readings_of(const std::string& function);

}  // namespace gridmark::declarations
