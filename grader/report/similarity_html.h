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
  std::vector<std::string> texts = {};  ///< of its files, if shown_works() lists it
};

/// The works of one lab and the similarities between them.
struct AlikeLab {
  std::string name, title;
  std::vector<std::string> files;  ///< names. AlikePlace::file is an index into it
  std::vector<AlikeWork> works;    ///< AlikePair has indices into it
  AlikeFindings found;
};

/// The number of pairs of a lab that similarity.html shows side by side. The closest pairs of each cluster
/// come first, so that one cluster does not take all the room. Tables list the other pairs and all members.
inline constexpr std::size_t most_shown_pairs = 40;

/// The number of entries of common code that similarity.html shows. Shorter ones are only counted.
inline constexpr std::size_t most_shown_common = 30;

/// The works whose texts the page shows, ascending.
std::vector<std::size_t> shown_works(const AlikeFindings& found);

/// similarity.html: clusters of similar works, pairs side by side with the shared parts marked, and the
/// common code that was left out. It is a hint for a person.
std::string print_similarity(const std::vector<AlikeLab>& labs);

}  // namespace gridmark::report
