#pragma once
// The possible target names of a hostile declaration, read from the files with which a worker is linked.
#include <filesystem>
#include <string>
#include <vector>

namespace gridmark::declarations {

struct Symbol {
  std::string name;  ///< the linker's name
  bool variable = false;
  bool writable = false;  ///< a variable that a program may change
  std::string member;     ///< the archive's object file that defines it
};

/// The names that an archive's objects define for others, in the archive's order.
std::vector<Symbol> symbols_of_archive(const std::filesystem::path& archive);

/// The functions that a shared library exports, sorted.
std::vector<std::string> functions_of_library(const std::filesystem::path& library);

}  // namespace gridmark::declarations
