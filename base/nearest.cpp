#include "base/nearest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <vector>

namespace gridmark {
namespace {

constexpr std::size_t longest_name = 256;
constexpr std::size_t most_listed = 12;

/// Candidates that have `name` as a part: "sectors" for "coalesced_sectors". Too short a part matches
/// nothing.
std::vector<std::string> longer_names(std::string_view name, std::span<const std::string> candidates) {
  constexpr std::size_t shortest_part = 3;
  std::vector<std::string> found;
  if (name.size() < shortest_part) return found;
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(found),
               [&](const std::string& candidate) { return candidate.find(name) != candidate.npos; });
  return found;
}

std::span<const std::string> first_of(std::span<const std::string> names) {
  return names.first(std::min(names.size(), most_listed));
}

}  // namespace

std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates) {
  if (name.size() > longest_name) return std::nullopt;
  std::size_t best = std::max<std::size_t>(2, name.size() / 3) + 1;
  std::optional<std::string> found;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longest_name) continue;
    const std::size_t distance = edits(name, candidate);
    if (distance >= best || distance >= candidate.size()) continue;
    best = distance;
    found = candidate;
  }
  return found;
}

std::string suggestion(std::string_view name, std::span<const std::string> candidates) {
  if (candidates.empty()) return "";
  if (const auto near = nearest(name, candidates)) return fmt::format("; did you mean \"{}\"?", *near);
  const std::vector<std::string> longer = longer_names(name, candidates);
  if (longer.size() == 1) return fmt::format("; did you mean \"{}\"?", longer.front());
  if (!longer.empty()) return fmt::format("; did you mean one of {}?", fmt::join(first_of(longer), ", "));
  const auto listed = first_of(candidates);
  const char* more = listed.size() < candidates.size() ? ", ..." : "";
  return fmt::format("; known: {}{}", fmt::join(listed, ", "), more);
}

}  // namespace gridmark
