#pragma once
#include "grader/core/enum_names.h"

namespace gridmark {

/// What a student's code did. Graded, shown to the student, never stops a batch.
enum class Outcome {
  passed,
  wrong_answer,
  build_failed,
  crashed,
  timed_out,
  out_of_memory,
  output_limit,
  forbidden,
  missing,
  not_run,  ///< left out on purpose (--quick, --only); earns nothing and is said so
};

constexpr auto names(Outcome) {
  using enum Outcome;
  return EnumNames<Outcome, 10>{{{passed, "passed"},
                                 {wrong_answer, "wrong_answer"},
                                 {build_failed, "build_failed"},
                                 {crashed, "crashed"},
                                 {timed_out, "timed_out"},
                                 {out_of_memory, "out_of_memory"},
                                 {output_limit, "output_limit"},
                                 {forbidden, "forbidden"},
                                 {missing, "missing"},
                                 {not_run, "not_run"}}};
}

/// The decision about one item.
enum class Verdict { pass, fail, inconclusive };

constexpr auto names(Verdict) {
  using enum Verdict;
  return EnumNames<Verdict, 3>{{{pass, "pass"}, {fail, "fail"}, {inconclusive, "inconclusive"}}};
}

}  // namespace gridmark
