#pragma once
// One submission on its way to a grade, step by step: stage and compile once, then ask its checker, once as a
// rule, and several times where a lab is proved.
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
  /// Stages and compiles. What the student broke is in the builds; errors are not the student's doing.
  /// `request` and `context` must outlive it.
  static Result<Grading> prepare(const GradeRequest& request, const Context& context);

  /// Runs the tests that the asked items need.
  ///
  /// replacement   "zeros:0": the wrong reply that the checker puts in place of right ones; empty in a grade
  Result<CheckerResults> measure(const std::string& replacement = "") const;

  /// Where only the fast flavour was built and a test failed with no line of the student's: builds the
  /// counted one, too, and asks these tests again. returns  `seen`, with the places that the second look
  /// found
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
  compile::BuiltSubmission built_;  ///< what the builds are of: with the starter's files for broken ones
  std::string lab_fingerprint_;
  std::optional<measure::KnownBaseline> baseline_;  ///< where a timed item is asked for
};

}  // namespace gridmark::pipeline
