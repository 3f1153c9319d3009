#pragma once
// Timed verdicts: equal calls to the student's worker and to the lab's reference.
//
//   TEST(Timed, TiledAgainstReference) {
//     EXPECT_TRUE(run_paired_timing({.measurement = "tiled.speed",
//                           .ask = calls_of<Matmul>(fresh_product, oracle_of_product)}));
//   }
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "labkit/channel/ask.h"
#include "labkit/channel/wrong_reply.h"
#include "labkit/timing/paired_timing_result.h"

namespace gridmark::channel {

/// One call to one side.
struct TimedCall {
  std::function<Request()> request;  ///< poisons the outputs, so call it just before the request is sent
  std::function<void()> answered;    ///< keeps the outputs
  Call call;
};

/// Two calls with the same inputs and separate outputs.
struct CallPair {
  TimedCall reference, student;
  std::function<oracle::Comparison()> judge;  ///< judges the student's answer when both answers are there
};

/// Makes calls with fresh inputs, all of the same size.
using Asker = std::function<CallPair()>;

struct PairedTiming {
  std::string measurement;  ///< "tiled.speed": the ratio of the reference's time to the student's
  Asker ask;
  timing::Plan plan = {};
  int pairs_per_process = 8;
};

/// Runs the paired timing until its interval is settled for every limit that the rubric has for the
/// measurement, or until the budget ends. Records the result. Every timed output is judged.
///
/// Nothing is timed on a machine where the reference differs from itself by more than the tolerance. The
/// measurement is then deferred with the reason, and the test passes. Nothing is timed in process either.
/// returns  failure if the student's side fails or gives a wrong answer
/// errors   std::runtime_error if the reference fails, which is the lab's fault
testing::AssertionResult run_paired_timing(const PairedTiming& paired_timing);

/// `operation` with separate outputs and the same inputs.
template <class Operation>
Operation with_own_outputs(Operation operation) {
  const auto renew = [](auto& field) {
    if constexpr (requires { field.take_snapshot(); }) field = std::decay_t<decltype(field)>(field.size());
  };
  std::apply([&](auto&... field) { (renew(field), ...); }, operation.fields());
  return operation;
}

template <class Operation>
TimedCall call_to(const std::shared_ptr<Operation>& operation) {
  return {[operation] { return to_request(*operation); },
          [operation] { take_snapshots(*operation); },
          {operation->subject(), operation->describe()}};
}

/// make   makes a call with fresh inputs
/// judge  compares the student's outputs with the reference's or with an oracle
template <class Operation>
Asker calls_of(
    std::function<Operation()> make,
    std::function<oracle::Comparison(const Operation& student, const Operation& reference)> judge) {
  return [make = std::move(make), judge = std::move(judge)]() -> CallPair {
    const auto reference = std::make_shared<Operation>(make());
    const auto student = std::make_shared<Operation>(with_own_outputs(*reference));
    CallPair pair{call_to(reference), call_to(student),
                  [judge, reference, student] { return judge(*student, *reference); }};
    pair.student.answered = [student] {
      take_snapshots(*student);
      replace_reply(*student);  // used when gridmark checks the lab's tests
    };
    return pair;
  };
}

}  // namespace gridmark::channel
