#pragma once
#include <string>
#include <vector>

#include "grader/core/alike_pair.h"

namespace gridmark::report {

/// A work that was compared.
struct AlikeWork {
  enum class Origin { student, solution, earlier };
  Origin origin = Origin::student;
  std::string name;                     ///< "ada", "course's solution", "earlier: bo"
  std::string commits = {};             ///< commit_words() of a member of a cluster
  std::vector<std::string> texts = {};  ///< of its files, where shown_works() has it
};

/// The works of one lab and what is alike in them.
struct AlikeLab {
  std::string name, title;
  std::vector<std::string> files;  ///< names, as AlikePlace::file counts them
  std::vector<AlikeWork> works;    ///< as AlikePair counts them
  AlikeFindings found;
};

/// Pairs of a lab that similarity.html shows side by side. Of each cluster the closest come first, so that no
/// cluster takes them all. Other pairs and all members are in tables.
inline constexpr std::size_t most_shown_pairs = 40;

/// Entries of common code that similarity.html shows; shorter ones are counted.
inline constexpr std::size_t most_shown_common = 30;

/// The works whose texts the page shows, ascending.
std::vector<std::size_t> shown_works(const AlikeFindings& found);

/// similarity.html: clusters of works that are alike, pairs of these side by side with what they share
/// marked, and the code that was left out because many have it. A hint for a person.
std::string print_similarity(const std::vector<AlikeLab>& labs);

}  // namespace gridmark::report
