#pragma once
#include <string>
#include <vector>

namespace gridmark {

/// One property that a lab must have before it is published, and whether it has it.
struct Proof {
  std::string lab;
  std::string name;                     ///< "starter", "reply: zeros"
  std::string found;                    ///< one message: what was checked, and the result
  std::vector<std::string> complaints;  ///< messages, none if the property holds
  std::vector<std::string> warnings;    ///< hints for the author that do not fail the proof
  bool holds() const { return complaints.empty(); }
};

}  // namespace gridmark
