#pragma once
// Messages that many submissions share, printed once. A fault of a rubric affects a class, and 300 equal
// lines would hide the other lines. Pure.
#include <span>
#include <string>
#include <vector>

#include "grader/core/error.h"

namespace gridmark::report {

/// A message and the names that it is about. Both keep the order of their first occurrence.
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

/// The lines to print for errors, one for each message: "WHERE: MESSAGE", or for several places "MESSAGE (300
/// of these: WHERE, WHERE, WHERE and 297 more)".
std::vector<std::string> lines_of(std::span<const Error> errors);

}  // namespace gridmark::report
