#include "grader/pipeline/second_look.h"

#include <algorithm>
#include <map>

namespace gridmark::pipeline {
namespace {

constexpr std::size_t most_suites = 4;
constexpr int most_of_a_suite = 3;  ///< because a small call shows few of the missing barriers

bool is_the_students(const std::optional<Place>& place, const Submission& submission) {
  const auto& files = submission.files;
  return place && std::find(files.begin(), files.end(), place->file) != files.end();
}

}  // namespace

std::vector<std::string> unexplained(const std::vector<TestResult>& tests, const Submission& submission) {
  std::vector<std::string> names;
  std::map<std::string, int> suites;
  for (const TestResult& test : tests) {
    const bool failed = test.outcome == Outcome::wrong_answer || test.outcome == Outcome::crashed;
    if (!failed || is_the_students(test.place, submission)) continue;
    const std::string suite = test.name.substr(0, test.name.find('.'));
    if (suites.size() == most_suites && !suites.contains(suite)) continue;
    if (++suites[suite] <= most_of_a_suite) names.push_back(test.name);
  }
  return names;
}

void take_over(std::vector<TestResult>& tests, const std::vector<TestResult>& again,
               const Submission& submission) {
  for (const TestResult& seen : again)
    for (TestResult& test : tests) {
      if (test.name != seen.name || !is_the_students(seen.place, submission)) continue;
      const Visibility visibility = test.visibility;
      test = seen;
      test.visibility = visibility;
    }
}

void forget_other_places(CheckerResults& seen, const Submission& submission) {
  const auto forget = [&](auto& all) {
    for (auto& one : all)
      if (!is_the_students(one.place, submission)) one.place.reset();
  };
  forget(seen.tests), forget(seen.measurements);
}

}  // namespace gridmark::pipeline
