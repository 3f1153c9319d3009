#pragma once
// Checks that a lab's handout has the information that a student needs. The text is read, but not rendered.
#include <map>
#include <string>

#include "grader/core/proof.h"
#include "grader/core/rubric.h"

namespace gridmark::proofs {

struct Handout {
  std::string lab;                             ///< name of the lab
  std::string text;                            ///< README.md
  std::map<std::string, std::string> starter;  ///< file -> its text
  std::vector<std::string> files;  ///< below labs/NAME, in the form of links: "figures/curves.svg"
};

/// Requires: sections with contents, hints that open one at a time, the curves drawn if there are any,
/// existing links and drawings, every starter file with a TODO, a task table with the rubric's points (their
/// sum and each item), the rubric's pass mark and the limits of its curves, and commands that name this lab
/// and its items.
Proof prove_handout(const Handout& handout, const Rubric& rubric);

}  // namespace gridmark::proofs
