#pragma once
// The fenced block ```claims: `id = value unit` in each line, comments after #.
#include <map>
#include <string>
#include <vector>

#include "grader/core/plain_number.h"
#include "grader/written/markdown.h"

namespace gridmark::written {

struct StatedClaim {
  std::string id;
  PlainNumber number;
  std::string unit;  ///< as written, empty if there is none
  int line = 1;
};

struct ClaimsBlock {
  std::vector<StatedClaim> claims;                 ///< each id once, without ids that are stated twice
  std::string device = "emulated";                 ///< `device = cuda`: the device of the times
  std::vector<WrittenFinding> findings;            ///< an unreadable line, or an id that comes twice
  std::map<std::string, std::size_t> found_about;  ///< id -> index of the finding about its line
  int line = 0;                                    ///< line of the first block, 0 if there is none

  const StatedClaim* find(const std::string& id) const;
  /// Whether there is a line about `id`, readable or not.
  bool speaks_of(const std::string& id) const { return find(id) != nullptr || found_about.contains(id); }
  /// The finding about the line with `id`, or null.
  const WrittenFinding* finding_about(const std::string& id) const;
};

ClaimsBlock read_claims(const std::vector<Fence>& fences);

}  // namespace gridmark::written
