#pragma once
// Words that many submissions have in common, said once: a fault of a rubric is a class's, and 300 equal
// lines hide the others. Pure.
#include <span>
#include <string>
#include <vector>

#include "grader/core/error.h"

namespace gridmark::report {

/// Some words, and who they are about, in the order of the first of each.
struct SharedWords {
  std::string words;
  std::vector<std::string> who;
};

class WordsInCommon {
 public:
  void add(std::string who, std::string words);
  const std::vector<SharedWords>& all() const { return shared_; }

 private:
  std::vector<SharedWords> shared_;
};

/// "ada, bo, cy and 297 more"
std::string first_of(std::span<const std::string> who);

/// What is printed of errors, a line for each message: "WHERE: MESSAGE", or where it is about several places
/// "MESSAGE (300 of these: WHERE, WHERE, WHERE and 297 more)".
std::vector<std::string> lines_of(std::span<const Error> errors);

}  // namespace gridmark::report
