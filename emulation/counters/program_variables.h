#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace gridmark::counters {

/// A __device__, __managed__ or __constant__ variable: an ordinary variable of the program.
struct ProgramVariable {
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  std::string name;  ///< the student's spelling
  bool constant = false;

  std::uintptr_t end() const { return address + bytes; }
};

/// Addresses of the program's variables, from its symbol table. The list that gridmark-cc left in the section
/// gridmark_constants marks the constants.
class ProgramVariables {
 public:
  ProgramVariables();

  /// True for addresses of the program's file, its variables among them.
  bool in_program(std::uintptr_t address) const { return address - begin_ < end_ - begin_; }
  std::uintptr_t begin() const { return begin_; }
  std::size_t bytes() const { return end_ - begin_; }
  std::uintptr_t load_address() const { return load_address_; }

  /// The last variable that starts at or before the address. Null before the first.
  const ProgramVariable* at_or_before(std::uintptr_t address) const;

 private:
  void find_program();
  void add_variables();

  std::uintptr_t begin_ = 0, end_ = 0, load_address_ = 0;
  std::vector<ProgramVariable> variables_;  ///< by address
};

}  // namespace gridmark::counters
