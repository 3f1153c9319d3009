#pragma once
// All faults of a file in one error. An operator who is told of one at a time repairs and asks once a fault.
#include <string>
#include <vector>

#include "grader/core/csv.h"
#include "grader/core/error.h"

namespace gridmark {

/// The first error with the others in Error::more: at most 20, and how many of `file` are left out.
Error in_one(const std::vector<Error>& errors, const std::string& file);

class Faults {
 public:
  /// `file` as messages name it.
  Faults(Error::Source source, std::string file) : source_(source), file_(std::move(file)) {}

  void add(int line, int column, std::string message);
  void add(const CsvCell& cell, std::string message) { add(cell.line, cell.column, std::move(message)); }
  void add(const std::vector<CsvProblem>& problems);
  /// Of the file, or of what `place` names in it: "/extensions/3".
  void add(const std::string& place, std::string message);

  bool any() const { return !found_.empty(); }
  /// All in one, in the order of the file.
  Error error() const;

 private:
  struct Fault {
    int line, column;  ///< 0: of a file without lines
    std::string place, message;
  };

  Error::Source source_;
  std::string file_;
  std::vector<Fault> found_;
};

/// `value`, unless there are faults.
template <class T>
Result<T> unless(const Faults& faults, T value) {
  if (faults.any()) return tl::unexpected<Error>(faults.error());
  return value;
}

}  // namespace gridmark
