#pragma once
#include "base/enum_names.h"

namespace gridmark {

/// The result of a student's code. It is graded, shown to the student, and never stops a batch.
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
  review,    ///< too good to be true: earns nothing until a person decides
  deferred,  ///< timed without a verdict, or not timed, on this machine: another run may earn more
  ungraded,  ///< a person gives these points, and has not yet
  not_run,   ///< left out by --quick or --only: earns nothing, and reports mention it
};

constexpr auto names(Outcome) {
  using enum Outcome;
  return EnumNames<Outcome, 13>{{{passed, "passed"},
                                 {wrong_answer, "wrong_answer"},
                                 {build_failed, "build_failed"},
                                 {crashed, "crashed"},
                                 {timed_out, "timed_out"},
                                 {out_of_memory, "out_of_memory"},
                                 {output_limit, "output_limit"},
                                 {forbidden, "forbidden"},
                                 {missing, "missing"},
                                 {review, "review"},
                                 {deferred, "deferred"},
                                 {ungraded, "ungraded"},
                                 {not_run, "not_run"}}};
}

}  // namespace gridmark
