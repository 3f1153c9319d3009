#include "grader/report/compiler_words.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace gridmark::report {
namespace {

bool is_good(const BuildRecord& build) { return build.outcome == Outcome::passed; }

/// Adds the lines of `messages` to `known`. True: one of them was new.
bool adds_lines(const std::string& messages, std::set<std::string>& known) {
  bool is_new = false;
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);) is_new |= known.insert(line).second;
  return is_new;
}

}  // namespace

std::vector<const BuildRecord*> builds_with_words(const std::vector<BuildRecord>& builds) {
  const bool all_good = std::all_of(builds.begin(), builds.end(), is_good);
  std::vector<const BuildRecord*> shown;
  std::set<std::string> known;
  for (const BuildRecord& build : builds)
    if (is_good(build) == all_good && adds_lines(build.messages, known)) shown.push_back(&build);
  return shown;
}

std::string heading_of_words(const BuildRecord& build) {
  if (build.outcome == Outcome::forbidden) return "Not allowed";
  const bool warned_only = is_good(build) && build.messages.find("error: ") == std::string::npos;
  return warned_only ? "Compiler warnings" : "Compiler output";
}

}  // namespace gridmark::report
