#pragma once
// The grade: a function of the rubric and the evidence, without a clock, files or the environment.
#include <optional>
#include <string>
#include <vector>

#include "grader/core/build.h"
#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/core/lab.h"
#include "grader/core/rubric.h"
#include "grader/core/submission.h"
#include "grader/core/test_result.h"

namespace gridmark::score {

/// Facts of a run that a record needs in addition.
struct RunFacts {
  std::string version;  ///< gridmark's version
  Device device = Device::emulated;
  std::string sandbox;                          ///< as a report prints it
  std::string started;                          ///< UTC, RFC 3339
  double seconds = 0;                           ///< of the complete grade
  std::vector<std::string> asked;               ///< ids of the items to grade, from asked_items()
  std::vector<ReviewDecision> reviews = {};     ///< decisions of persons
  std::optional<WrittenFindings> written = {};  ///< findings in the report, if the lab has one
  std::vector<ManualPoints> manual = {};        ///< points from persons, at most one for each item
  Fingerprints fingerprints = {};
  std::vector<GradeRun> runs = {};  ///< the one that is scored comes first
};

/// The record of one submission.
///
/// Items that were not asked for are not_run, earn nothing and count in no total. The record is then
/// incomplete. If the fast build failed, every item has that reason and `results` may be empty.
///
/// errors  rubric: a pattern without a test. checker: a measurement that is not there exactly once, is not
///         finite or does not have the rubric's unit
Result<GradeRecord> score(const Lab& lab, const Rubric& rubric, const Submission& submission,
                          const std::vector<Build>& builds, const CheckerResults& results,
                          const RunFacts& facts);

}  // namespace gridmark::score
