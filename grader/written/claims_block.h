#pragma once
// The fenced block ```claims: `id = value unit` in each line, comments behind #.
#include <map>
#include <string>
#include <vector>

#include "grader/core/plain_number.h"
#include "grader/written/markdown.h"

namespace gridmark::written {

struct StatedClaim {
  std::string id;
  PlainNumber number;
  std::string unit;  ///< as written; empty where none is
  int line = 1;
};

struct ClaimsBlock {
  std::vector<StatedClaim> claims;                 ///< each id once: one that is stated twice is not taken
  std::string device = "emulated";                 ///< `device = cuda`: where the times are from
  std::vector<WrittenFinding> findings;            ///< a line that cannot be read, an id that comes twice
  std::map<std::string, std::size_t> found_about;  ///< id -> index of the finding about its line
  int line = 0;                                    ///< of the first block; 0: there is none

  const StatedClaim* find(const std::string& id) const;
  /// Is there a line about `id`, readable or not?
  bool speaks_of(const std::string& id) const { return find(id) != nullptr || found_about.contains(id); }
  /// What is wrong with the line that speaks of `id`, or null.
  const WrittenFinding* finding_about(const std::string& id) const;
};

ClaimsBlock read_claims(const std::vector<Fence>& fences);

}  // namespace gridmark::written
