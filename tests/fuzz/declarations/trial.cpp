#include "tests/fuzz/declarations/trial.h"

#include <fmt/format.h>

#include <regex>
#include <set>
#include <stdexcept>

namespace gridmark::declarations {
namespace {

/// The numbers of the candidates in a linker's output.
std::set<int> named_in(const std::string& words) {
  static const std::regex name(R"(candidate(\d+)\.o)");
  std::set<int> numbers;
  for (std::sregex_iterator at(words.begin(), words.end(), name), end; at != end; ++at)
    numbers.insert(std::stoi((*at)[1]));
  return numbers;
}

std::string end_of(const GradeRecord& record) {
  std::string text;
  for (const ItemScore& item : record.items)
    if (item.outcome != Outcome::not_run)
      text += fmt::format("{}: {} {}\n", item.id, item.points.value(), static_cast<int>(item.outcome));
  return text;
}

}  // namespace

std::vector<Candidate> half_of(const std::vector<Candidate>& all, bool first) {
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  return first ? std::vector<Candidate>(all.begin(), middle) : std::vector<Candidate>(middle, all.end());
}

Trial::Trial(const Workless& workless, Calls calls, Judge& judge, const system::ProgramPaths& paths,
             const system::StopFlag& stop)
    : workless_(workless),
      bench_(workless, paths, stop),
      paths_(paths),
      stop_(stop),
      calls_(std::move(calls)),
      judge_(judge) {
  if (const std::string words = link({}); !words.empty())
    throw std::runtime_error("the bench of " + workless.lab + " does not link: " + words);
  const GradeRecord record = bench_.grade();
  alone_ = end_of(record);
  if (record.points > Points(0)) throw std::runtime_error("the bench earns points by itself: " + alone_);
}

std::string Trial::link(const std::vector<Candidate>& candidates) {
  std::vector<std::filesystem::path> objects{judge_.compiled_file("calls", calls_(candidates))};
  for (const Candidate& candidate : candidates) objects.push_back(judge_.object(candidate));
  return bench_.link(objects);
}

std::vector<Candidate> Trial::linked(std::vector<Candidate> candidates) {
  while (!candidates.empty()) {
    const std::string words = link(candidates);
    if (words.empty()) return candidates;
    const std::set<int> named = named_in(words);
    const auto refused = [&](const Candidate& candidate) { return named.contains(candidate.number); };
    if (std::erase_if(candidates, refused) > 0) continue;
    if (candidates.size() == 1) return {};
    std::vector<Candidate> first = linked(half_of(candidates, true));
    for (Candidate& candidate : linked(half_of(candidates, false))) first.push_back(std::move(candidate));
    return first;
  }
  return candidates;
}

WholeGrade Trial::whole_grade(const Candidate& candidate) {
  const compile::KeptObjects none{""};
  return grade_with(workless_.lab, bench_.student(), text_of(candidate) + calls_({candidate}),
                    workless_.items, none, paths_, stop_);
}

Trial::Ends Trial::run(const std::vector<Candidate>& candidates) {
  if (!link(candidates).empty()) return Ends::otherwise;
  ++runs_;
  const GradeRecord record = bench_.grade();
  if (record.points > Points(0)) return Ends::with_points;
  return end_of(record) == alone_ ? Ends::as_alone : Ends::otherwise;
}

}  // namespace gridmark::declarations
