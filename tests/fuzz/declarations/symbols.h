#pragma once
// The names that a hostile declaration may aim at, read from the files that a worker is linked with.
#include <filesystem>
#include <string>
#include <vector>

namespace gridmark::declarations {

struct Symbol {
  std::string name;  ///< as the linker knows it
  bool variable = false;
  bool writable = false;  ///< a variable that a program may change
  std::string member;     ///< the object file of the archive that defines it
};

/// What the objects of an archive define for others, in the archive's order.
std::vector<Symbol> symbols_of_archive(const std::filesystem::path& archive);

/// The functions that a shared library exports, sorted.
std::vector<std::string> functions_of_library(const std::filesystem::path& library);

}  // namespace gridmark::declarations
