#pragma once
#include <map>
#include <string>
#include <vector>

#include "grader/core/alike_pair.h"

namespace gridmark::report {

/// The works of one lab that are alike.
struct AlikeLab {
  std::string name, title;
  std::vector<std::string> files;                         ///< names, as AlikePlace::file counts them
  std::vector<AlikePair> pairs;                           ///< the most alike first
  std::map<std::string, std::vector<std::string>> texts;  ///< who -> files of those whose pairs are shown
  std::size_t compared = 0;                               ///< works
};

/// Pairs of a lab that similarity.html shows side by side; the others are named in its table.
inline constexpr std::size_t most_shown_pairs = 40;

/// similarity.html: a table of pairs, and each pair side by side with what they share marked. A hint for a
/// person.
std::string print_similarity(const std::vector<AlikeLab>& labs);

}  // namespace gridmark::report
