#pragma once
// The steps from a submission to a grade. Stages and compiles once, then runs the checker. This is usually
// one run. The proofs of a lab need several.
#include <optional>
#include <string>
#include <vector>

#include "grader/compile/stand_ins.h"
#include "grader/core/test_result.h"
#include "grader/pipeline/grade.h"
#include "grader/pipeline/timed_machine.h"
#include "grader/system/temp_folder.h"

namespace gridmark::pipeline {

class Grading {
 public:
  /// Stages and compiles. The student's faults are in the builds, and errors are other faults. `request` and
  /// `context` must outlive the result.
  static Result<Grading> prepare(const GradeRequest& request, const Context& context);

  /// Runs the tests that the asked items need.
  ///
  /// replacement   "zeros:0": the wrong reply that the checker uses in place of a right one. Empty in a grade
  Result<CheckerResults> measure(const std::string& replacement = "") const;

  /// Looks again if only the fast flavour was built and a test failed without a line of the student. Then it
  /// also builds the counted flavour and runs these tests again.
  ///
  /// returns  `seen`, with the places that the second look found
  Result<CheckerResults> explained(CheckerResults seen) const;

  Result<GradeRecord> score(const CheckerResults& seen) const;

 private:
  Grading(const GradeRequest& request, const Context& context, std::vector<std::string> asked,
          ClaimSources claims, system::TempFolder folder);
  Result<void> stage_and_build();
  void forget_missing_data();
  Result<CheckerResults> run_checker(std::vector<Build> workers, const std::string& filter,
                                     const std::string& replacement, const std::string& step) const;
  Result<CheckerResults> unless_gpu_failed(CheckerResults seen) const;
  std::string runnable_filter(const std::vector<Build>& passed) const;
  std::optional<WrittenFindings> check_report(const CheckerResults& seen) const;
  void look_at_machine();
  std::vector<SourceLines> excerpts_of(const GradeRecord& record) const;
  GradeRun this_run(const CheckerResults& seen) const;
  std::string sandbox_words(const std::string& mode) const;
  void tell(const std::string& step) const;

  const GradeRequest* request_;
  const Context* context_;
  std::vector<std::string> asked_;
  ClaimSources claims_;
  system::TempFolder folder_;
  std::string started_;
  double begin_ = 0;
  Submission submission_;
  std::vector<Build> builds_;
  compile::BuiltSubmission built_;  ///< the built files: the submission, with the starter's for broken files
  std::string lab_fingerprint_;
  std::optional<measure::KnownBaseline> baseline_;  ///< set if a timed item is graded
};

}  // namespace gridmark::pipeline
