#include "grader/core/faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace gridmark {
namespace {

constexpr std::size_t most_shown = 20;

}  // namespace

Error in_one(const std::vector<Error>& errors, const std::string& file) {
  Error all = errors.front();
  const std::size_t shown = std::min(errors.size(), most_shown);
  for (std::size_t i = 1; i < shown; ++i) all.more.push_back(message_of(errors[i]));
  if (shown < errors.size())
    all.more.push_back(fmt::format("{}: and {} more faults", file, errors.size() - shown));
  return all;
}

void Faults::add(int line, int column, std::string message) {
  found_.push_back({line, column, fmt::format(":{}:{}", line, column), std::move(message)});
}

void Faults::add(const std::vector<CsvProblem>& problems) {
  for (const CsvProblem& problem : problems) add(problem.line, problem.column, problem.message);
}

void Faults::add(const std::string& place, std::string message) {
  found_.push_back({0, 0, place.empty() ? "" : ": " + place, std::move(message)});
}

Error Faults::error() const {
  std::vector<Fault> sorted = found_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Fault& a, const Fault& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  std::vector<Error> errors;
  for (const Fault& fault : sorted) errors.push_back({source_, file_ + fault.place, fault.message});
  return in_one(errors, file_);
}

}  // namespace gridmark
