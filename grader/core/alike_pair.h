#pragma once
#include <string>
#include <vector>

namespace gridmark {

/// Lines of one file that another work has too.
struct AlikePlace {
  std::size_t file = 0;  ///< in the order of the lab's files
  int first = 0, last = 0;
  friend bool operator==(const AlikePlace&, const AlikePlace&) = default;
};

/// Two works of a class with more in common than the course gave them. A hint for a person, worth no points.
struct AlikePair {
  std::string a, b;
  double share = 0;        ///< of the smaller one's own tokens, 0 to 1
  std::size_t tokens = 0;  ///< that they share
  std::vector<AlikePlace> places_a, places_b;
};

}  // namespace gridmark
