#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grader/core/measurement.h"
#include "grader/core/outcome.h"

namespace gridmark {

/// What one test of the checker saw the submission do.
struct TestResult {
  std::string name;  ///< "Suite.Test", as GoogleTest prints it
  Outcome outcome = Outcome::not_run;
  std::string reason;          ///< one sentence for the student; empty when passed
  std::optional<Place> place;  ///< in the student's sources, where known
  std::string output;          ///< the last lines the submission printed, bytes
  double seconds = 0;
  friend bool operator==(const TestResult&, const TestResult&) = default;
};

/// Everything one run of a checker says.
struct CheckerResults {
  std::vector<TestResult> tests;
  std::vector<Measurement> measurements;
  std::string sandbox;  ///< mode and control the workers ran under, "bubblewrap, cgroup2"
};

}  // namespace gridmark
