#pragma once
// Finds functions of shared libraries that return memory behind a pointer.
#include <string>
#include <vector>

namespace gridmark::declarations {

/// f(..., p - offset, ...) returns the bytes at p.
struct Reading {
  int position = 0;          ///< index of the pointer among the arguments
  std::string result;        ///< "rax", "xmm0", or "0" to "7": a word of the other arguments' memory
  int bytes = 8;             ///< 8, 4 or 1
  unsigned long offset = 0;  ///< modulo 2^64
};

/// Calls the function in child processes with memory of random bytes, and searches the results for them.
std::vector<Reading> readings_of(const std::string& function);

}  // namespace gridmark::declarations
