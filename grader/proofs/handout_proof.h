#pragma once
// Does a lab's handout say what a student needs? Read as text; nothing is rendered.
#include <map>
#include <string>

#include "grader/core/proof.h"
#include "grader/core/rubric.h"

namespace gridmark::proofs {

struct Handout {
  std::string lab;                             ///< name
  std::string text;                            ///< README.md
  std::map<std::string, std::string> starter;  ///< file -> its text
  std::vector<std::string> files;              ///< below labs/NAME, as links call them: "figures/curves.svg"
};

/// Its sections with something in each, hints that open one at a time, the curves drawn where there are any,
/// links and drawings that exist, every starter file that has a TODO, a task table whose points are the
/// rubric's (their sum, and item by item), the rubric's pass mark and the limits of its curves, and commands
/// that name this lab and its items.
Proof prove_handout(const Handout& handout, const Rubric& rubric);

}  // namespace gridmark::proofs
