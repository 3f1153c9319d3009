#pragma once
// Draws candidates: a form and the name that is its target.
#include <deque>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "grader/system/program_paths.h"
#include "tests/fuzz/declarations/judge.h"
#include "tests/fuzz/declarations/readers.h"
#include "tests/fuzz/declarations/symbols.h"

namespace gridmark::declarations {

class Grammar {
 public:
  /// Names come from the toolkit of `paths` and from the libraries of this machine.
  Grammar(const system::ProgramPaths& paths, std::uint64_t seed);

  /// A candidate that it has not returned before.
  Candidate next();
  /// The rules allow a call of this function of a library. If it reads memory, the next candidates use it.
  void look_into(const std::string& function);

 private:
  Candidate draw();
  Candidate string_candidate();
  Candidate reader_candidate();
  const std::vector<std::string>& targets_of(const Form& form);
  std::size_t below(std::size_t count) { return random_() % count; }

  std::mt19937_64 random_;
  std::vector<Form> weakrefs_, strings_, definitions_;
  std::vector<std::string> functions_, variables_, written_, kit_, library_;
  std::set<std::size_t> given_;  ///< hashes
  std::set<std::string> looked_into_;
  std::deque<Candidate> exact_;
  int count_ = 0;
};

}  // namespace gridmark::declarations
