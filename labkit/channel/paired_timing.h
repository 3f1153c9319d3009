#pragma once
// Timed verdicts: the student's worker against the lab's reference, on equal calls.
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
  std::function<Request()> request;  ///< poisons the outputs: to be called just before it is sent
  std::function<void()> answered;    ///< keeps the outputs
  Call call;
};

/// The same inputs for both sides, and outputs of their own.
struct CallPair {
  TimedCall reference, student;
  std::function<oracle::Comparison()> judge;  ///< of the student's answer, once both are there
};

/// Makes calls with fresh inputs, all of the same size.
using Asker = std::function<CallPair()>;

struct PairedTiming {
  std::string measurement;  ///< "tiled.speed": the ratio of the reference's time to the student's
  Asker ask;
  timing::Plan plan = {};
  int pairs_per_process = 8;
};

/// Runs the paired timing until its interval has a word on every limit that the rubric has for the
/// measurement, or until the budget ends, and records it. Every timed output is judged.
///
/// On a machine where the reference does not equal itself within 3% nothing is timed: the measurement is
/// deferred, with the reason, and the test passes. In process nothing is timed at all.
/// returns  failure when the student's side fails or answers wrongly
/// errors   std::runtime_error when the reference fails: that is the lab's fault
testing::AssertionResult run_paired_timing(const PairedTiming& paired_timing);

/// `operation` with outputs of its own; the inputs are shared.
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

/// make   a call with fresh inputs
/// judge  compares the student's outputs with the reference's, or with an oracle
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
      replace_reply(*student);  // where gridmark proves the lab's tests
    };
    return pair;
  };
}

}  // namespace gridmark::channel
