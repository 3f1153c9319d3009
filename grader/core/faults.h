#pragma once
// All faults of a file in one error, so that an operator can repair them in one pass.
#include <string>
#include <vector>

#include "grader/core/csv.h"
#include "grader/core/error.h"

namespace gridmark {

/// The first error with the others in Error::more: at most 20, and the number of faults of `file` left out.
Error in_one(const std::vector<Error>& errors, const std::string& file);

class Faults {
 public:
  /// file  the name that messages use
  Faults(Error::Source source, std::string file) : source_(source), file_(std::move(file)) {}

  void add(int line, int column, std::string message);
  void add(const CsvCell& cell, std::string message) { add(cell.line, cell.column, std::move(message)); }
  void add(const std::vector<CsvProblem>& problems);
  /// place  the part of the file: "/extensions/3", or empty for the file itself
  void add(const std::string& place, std::string message);

  bool any() const { return !found_.empty(); }
  /// All faults in one error, in the order of the file.
  Error error() const;

 private:
  struct Fault {
    int line, column;  ///< 0 for a file without lines
    std::string place, message;
  };

  Error::Source source_;
  std::string file_;
  std::vector<Fault> found_;
};

/// Returns `value` if there are no faults.
template <class T>
Result<T> unless(const Faults& faults, T value) {
  if (faults.any()) return tl::unexpected<Error>(faults.error());
  return value;
}

}  // namespace gridmark
