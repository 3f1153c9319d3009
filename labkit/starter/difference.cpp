#include "labkit/starter/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace gridmark::starter {
namespace {

constexpr std::size_t context_lines = 3;

using Lines = std::vector<std::string_view>;

/// A line of the comparison: ' ' for both, '-' only before, '+' only after.
struct Edit {
  char sign;
  std::string_view line;
  std::size_t before, after;  ///< 1-based line numbers on each side, or those that the line would have
};

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const auto newline = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, newline));
    text.remove_prefix(std::min(newline + 1, text.size()));
  }
  return lines;
}

/// Lengths of the longest common subsequence of each pair of tails. A lab's files are short enough for a
/// table.
std::vector<std::vector<int>> common_tails(const Lines& before, const Lines& after) {
  std::vector<std::vector<int>> length(before.size() + 1, std::vector<int>(after.size() + 1, 0));
  for (std::size_t i = before.size(); i-- > 0;)
    for (std::size_t j = after.size(); j-- > 0;)
      length[i][j] =
          before[i] == after[j] ? length[i + 1][j + 1] + 1 : std::max(length[i + 1][j], length[i][j + 1]);
  return length;
}

std::vector<Edit> edits_between(const Lines& before, const Lines& after) {
  const auto common = common_tails(before, after);
  std::vector<Edit> edits;
  std::size_t i = 0, j = 0;
  while (i < before.size() || j < after.size()) {
    const bool both = i < before.size() && j < after.size();
    if (both && before[i] == after[j]) {
      edits.push_back({' ', before[i], i + 1, j + 1});
      ++i, ++j;
    } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
      edits.push_back({'-', before[i], i + 1, j + 1});
      ++i;
    } else {
      edits.push_back({'+', after[j], i + 1, j + 1});
      ++j;
    }
  }
  return edits;
}

/// One past the end of the group of changes that begins at `first`. A group ends before more than two
/// contexts of equal lines.
std::size_t group_end(const std::vector<Edit>& edits, std::size_t first) {
  std::size_t end = first;
  for (std::size_t i = first; i < edits.size() && i < end + 2 * context_lines + 1; ++i)
    if (edits[i].sign != ' ') end = i + 1;
  return end;
}

}  // namespace

std::string difference(std::string_view name, std::string_view before, std::string_view after) {
  if (before == after) return {};
  const auto edits = edits_between(lines_of(before), lines_of(after));
  std::string text = fmt::format("--- {0} (as it is)\n+++ {0} (as it should be)\n", name);
  for (std::size_t i = 0; i < edits.size(); ++i) {
    if (edits[i].sign == ' ') continue;
    const std::size_t end = group_end(edits, i);
    const std::size_t from = i - std::min(i, context_lines), to = std::min(end + context_lines, edits.size());
    text += fmt::format("@@ line {} -> {} @@\n", edits[from].before, edits[from].after);
    for (std::size_t e = from; e < to; ++e) text += fmt::format("{}{}\n", edits[e].sign, edits[e].line);
    i = end;
  }
  if (before.ends_with('\n') != after.ends_with('\n')) text += "(the newline at the end differs)\n";
  return text;
}

std::string difference(const Tree& before, const Tree& after) {
  std::set<std::string> names;
  for (const auto& [name, content] : before) names.insert(name);
  for (const auto& [name, content] : after) names.insert(name);
  const auto content_of = [](const Tree& tree, const std::string& name) {
    const auto found = tree.find(name);
    return found == tree.end() ? std::string_view() : std::string_view(found->second);
  };
  std::string text;
  for (const std::string& name : names) {
    if (!before.contains(name)) text += fmt::format("{}: missing\n", name);
    if (!after.contains(name))
      text += fmt::format("{}: not made from the solution. Delete it or add it there\n", name);
    text += difference(name, content_of(before, name), content_of(after, name));
  }
  return text;
}

}  // namespace gridmark::starter
