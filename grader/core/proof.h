#pragma once
#include <string>
#include <vector>

namespace gridmark {

/// One thing that a lab must show before it is published, and whether it does.
struct Proof {
  std::string lab;
  std::string name;                     ///< "starter", "reply: zeros"
  std::string found;                    ///< one message: what was looked at, and what it came to
  std::vector<std::string> complaints;  ///< messages; none: it holds
  std::vector<std::string> warnings;    ///< what an author should know, and may leave
  bool holds() const { return complaints.empty(); }
};

}  // namespace gridmark
