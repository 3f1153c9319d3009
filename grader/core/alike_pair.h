#pragma once
#include <cstddef>
#include <vector>

namespace gridmark {

/// Lines of one file that another work also has.
struct AlikePlace {
  std::size_t file = 0;  ///< index in the lab's list of files
  int first = 0, last = 0;
  friend bool operator==(const AlikePlace&, const AlikePlace&) = default;
};

/// Two works that share more than the course gave them. A hint for a person. It costs no points.
struct AlikePair {
  std::size_t a = 0, b = 0;  ///< works, in the order in which they were added
  double share = 0;          ///< shared part of the smaller work's own tokens, 0 to 1
  std::size_t tokens = 0;    ///< shared tokens
  std::vector<AlikePlace> places_a = {}, places_b = {};
};

/// Works that are connected by pairs.
struct AlikeCluster {
  std::vector<std::size_t> members;   ///< ascending
  std::size_t all_pairs = 0;          ///< pairs found among the members
  double weakest = 0, strongest = 0;  ///< lowest and highest share of these pairs
  std::vector<AlikePair> pairs;       ///< the closest pairs that connect all members, closest first
};

/// Code of one work that counts for no pair, because many works of the class have it.
struct CommonCode {
  std::size_t example = 0;         ///< the work that `places` refers to
  std::vector<AlikePlace> places;  ///< in the order of files and lines
  std::size_t tokens = 0;
  std::vector<std::size_t> owners;  ///< works with at least half of this code, ascending
};

/// The result of a comparison.
struct AlikeFindings {
  std::vector<AlikeCluster> clusters;  ///< the closest first
  std::vector<CommonCode> common;      ///< the longest first
};

}  // namespace gridmark
