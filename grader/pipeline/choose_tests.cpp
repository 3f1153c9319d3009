// The tests that a student asks for, in the student's words.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/nearest.h"
#include "grader/core/test_pattern.h"
#include "grader/measure/list_tests.h"
#include "grader/pipeline/run_tests.h"
#include "grader/score/selection.h"

namespace gridmark::pipeline {
namespace {

/// Patterns of the tests whose counts the rubric scores, or a plot of the report is compared with.
std::vector<std::string> counted_patterns(const Lab& lab, const Rubric& rubric) {
  std::vector<std::string> patterns;
  if (lab.report)
    for (const RequiredPlot& plot : lab.report->plots)
      if (!plot.modelled.from.empty()) patterns.push_back(plot.modelled.from);
  for (const Item* item : items_of(rubric))
    if (const Target* target = score::target_of(*item, Device::emulated);
        target && target->flavour == Flavour::counted)
      patterns.push_back(target->from);
  return patterns;
}

/// The possible meanings of a user's word: a test, a suite, or an item of the rubric.
std::vector<std::string> meanings_of(const std::string& word, const Rubric& rubric) {
  std::vector<std::string> patterns{word, word + ".*"};
  for (const Item* item : items_of(rubric))
    if (item->id == word)
      for (const std::string& pattern : score::patterns_of(*item, Device::emulated))
        patterns.push_back(pattern);
  return patterns;
}

Error unknown_test(const std::string& word, const std::vector<TestEntry>& all, const Rubric& rubric) {
  std::vector<std::string> suites, tests, lines;
  for (const TestEntry& test : all) {
    const std::string suite = test.name.substr(0, test.name.find('.'));
    if (suites.empty() || suites.back() != suite) suites.push_back(suite);
    tests.push_back(test.name);
  }
  for (const Item* item : items_of(rubric)) lines.push_back(item->id);
  std::vector<std::string> near = suites;  // shown if no name is near, because this list is short
  if (!nearest(word, suites))
    for (const auto& more : {tests, lines})
      if (nearest(word, more)) near = more;
  return {Error::Source::usage, "TEST",
          fmt::format("found \"{}\", which names no test{}", word, suggestion(word, near))};
}

}  // namespace

Result<std::vector<TestEntry>> tests_of(const Lab& lab, const Rubric& rubric, bool hidden,
                                        const system::ProgramPaths& paths, const system::StopFlag& stop) {
  std::error_code ignored;
  if (hidden && !std::filesystem::is_directory(lab.folder / "hidden", ignored))
    return failure(Error::Source::usage, "--hidden", lab.name + " has no hidden tests here");
  const auto checker = hidden ? paths.checker(lab.name) : paths.announced_checker(lab.name);
  return measure::list_tests(checker, stop).map([&](const std::vector<std::string>& names) {
    const std::vector<std::string> counted = counted_patterns(lab, rubric);
    std::vector<TestEntry> tests;
    for (const std::string& name : names) tests.push_back({name, matches_any(counted, name)});
    return tests;
  });
}

Result<std::vector<TestEntry>> chosen_tests(const std::vector<TestEntry>& all, const Rubric& rubric,
                                            const TestChoice& choice) {
  std::set<std::string> named;
  for (const std::string& word : choice.wanted) {
    const std::vector<std::string> patterns = meanings_of(word, rubric);
    bool known = false;
    for (const TestEntry& test : all) {
      if (!matches_any(patterns, test.name)) continue;
      known = true;
      named.insert(test.name);
    }
    if (!known) return tl::unexpected(unknown_test(word, all, rubric));
  }
  std::vector<TestEntry> chosen;
  for (const TestEntry& test : all)
    if (choice.wanted.empty() ? choice.counted || !test.counted : named.contains(test.name))
      chosen.push_back(test);
  return chosen;
}

}  // namespace gridmark::pipeline
