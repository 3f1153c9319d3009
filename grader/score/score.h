#pragma once
// The grade: a function of the rubric and of what was seen, with no clock, file or environment.
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

/// What the world adds to a record.
struct RunFacts {
  std::string version;  ///< gridmark's
  Device device = Device::emulated;
  std::string sandbox;                          ///< as a report prints it
  std::string started;                          ///< UTC, RFC 3339
  double seconds = 0;                           ///< the whole grade
  std::vector<std::string> asked;               ///< ids of the items to grade, from asked_items()
  std::vector<ReviewDecision> reviews = {};     ///< what persons have decided
  std::optional<WrittenFindings> written = {};  ///< what was found in the report, where the lab asks for one
  std::vector<ManualPoints> manual = {};        ///< what persons gave; at most one for each item
  Fingerprints fingerprints = {};
  std::vector<GradeRun> runs = {};  ///< the one that is scored first
};

/// The record of one submission.
///
/// Items that were not asked for are not_run, earn nothing and count in no total; the record is not complete
/// then. Where the fast build failed, every item says so and `results` may be empty.
///
/// errors  rubric: a pattern without a test. checker: a measurement that is not there exactly once, is not
/// finite or
///         has another unit than the rubric says
Result<GradeRecord> score(const Lab& lab, const Rubric& rubric, const Submission& submission,
                          const std::vector<Build>& builds, const CheckerResults& results,
                          const RunFacts& facts);

}  // namespace gridmark::score
