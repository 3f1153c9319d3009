#pragma once
#include <cstddef>
#include <vector>

namespace gridmark {

/// Lines of one file that another work has too.
struct AlikePlace {
  std::size_t file = 0;  ///< in the order of the lab's files
  int first = 0, last = 0;
  friend bool operator==(const AlikePlace&, const AlikePlace&) = default;
};

/// Two works with more in common than the course gave them. A hint for a person, worth no points.
struct AlikePair {
  std::size_t a = 0, b = 0;  ///< works, in the order in which they were added
  double share = 0;          ///< of the smaller one's own tokens, 0 to 1
  std::size_t tokens = 0;    ///< that they share
  std::vector<AlikePlace> places_a = {}, places_b = {};
};

/// Works that pairs connect.
struct AlikeCluster {
  std::vector<std::size_t> members;   ///< ascending
  std::size_t all_pairs = 0;          ///< that were found among them
  double weakest = 0, strongest = 0;  ///< share of one of these
  std::vector<AlikePair> pairs;       ///< the closest, which connect all members; the closest first
};

/// Code of one work that counts for no pair, because many works of the class have it.
struct CommonCode {
  std::size_t example = 0;         ///< the work that `places` are of
  std::vector<AlikePlace> places;  ///< in the order of files and lines
  std::size_t tokens = 0;
  std::vector<std::size_t> owners;  ///< works with at least half of it, ascending
};

/// What a comparison found.
struct AlikeFindings {
  std::vector<AlikeCluster> clusters;  ///< the closest first
  std::vector<CommonCode> common;      ///< the longest first
};

}  // namespace gridmark
