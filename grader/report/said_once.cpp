#include "grader/report/said_once.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "grader/report/text.h"

namespace gridmark::report {
namespace {

constexpr std::size_t most_examples = 3;

std::string line_of(const SharedWords& shared) {
  const std::set<std::string> places(shared.who.begin(), shared.who.end());
  const std::string& first = shared.who.front();
  if (places.size() > 1)
    return fmt::format("{} ({} of these: {})", shared.words, shared.who.size(), first_of(shared.who));
  return (first.empty() ? "" : first + ": ") + shared.words +
         (shared.who.size() > 1 ? fmt::format(" ({} times)", shared.who.size()) : "");
}

}  // namespace

void WordsInCommon::add(std::string who, std::string words) {
  const auto known = std::find_if(shared_.begin(), shared_.end(),
                                  [&](const SharedWords& shared) { return shared.words == words; });
  if (known != shared_.end())
    known->who.push_back(std::move(who));
  else
    shared_.push_back({std::move(words), {std::move(who)}});
}

std::string first_of(std::span<const std::string> who) {
  const std::size_t shown = std::min(who.size(), most_examples);
  std::string words = fmt::format("{}", fmt::join(who.first(shown), ", "));
  return shown == who.size() ? words : fmt::format("{} and {} more", words, who.size() - shown);
}

std::vector<std::string> lines_of(std::span<const Error> errors) {
  WordsInCommon common;
  for (const Error& error : errors) {
    common.add(printable(error.where), printable(error.message));
    for (const std::string& line : error.more) common.add("", printable(line));
  }
  std::vector<std::string> lines;
  for (const SharedWords& shared : common.all()) lines.push_back(line_of(shared));
  return lines;
}

}  // namespace gridmark::report
