#pragma once
// The functions that a lab's tests use:
//
//   Matmul op{Kernel::tiled, 17, 31, 13, In<float>(a), In<float>(b), Out<float>(17 * 31)};
//   ASSERT_TRUE(ask(op));                    // a worker ran it and it returned success
//   const oracle::Shape shape{"c", 31};
//   EXPECT_TRUE(judge(op, oracle::compare_relative_rmse(op.c.values(), expected, 1e-5, shape)));
//   record(bank_conflicts("tiled.bank_conflicts", last_reply().meters));
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "labkit/channel/operation.h"
#include "labkit/channel/results.h"
#include "labkit/channel/transport.h"
#include "labkit/channel/wrong_reply.h"
#include "labkit/oracle/comparison.h"

namespace gridmark::channel {

/// The student's function that an operation calls, and the call in words.
struct Call {
  std::string subject;
  std::string description;
};

/// Runs a request in this test's worker of that flavour. The first call starts the worker. A subject that has
/// timed out twice fails at once from then on.
///
/// behind_fault  called if a kernel accesses memory outside an array. It returns "" or the mistake, which
///               then replaces the advice to check the index
testing::AssertionResult ask_worker(const Request& request, Flavour flavour, const Call& call,
                                    const oracle::CauseSearch& behind_fault = {});

/// Runs `operation` and snapshots its outputs.
/// returns  success if the student's function returned success, else the reason, which is already noted
template <class Operation>
testing::AssertionResult ask(Operation& operation, Flavour flavour = Flavour::fast,
                             const oracle::CauseSearch& behind_fault = {}) {
  testing::AssertionResult asked =
      ask_worker(to_request(operation), flavour, {operation.subject(), operation.describe()}, behind_fault);
  take_snapshots(operation);
  if (asked) replace_reply(operation);
  return asked;
}

/// An error that a call must return.
struct Refusal {
  std::string error;   ///< "cudaErrorInvalidValue"
  std::string why;     ///< "a size is below 1"
  std::string advice;  ///< "check the sizes before anything else"
  repairs::Remedy remedy = {};
};

/// Runs a request that the student's function must refuse.
testing::AssertionResult ask_refusal(const Request& request, Flavour flavour, const Call& call,
                                     const Refusal& refusal);

template <class Operation>
testing::AssertionResult refuses(Operation& operation, const Refusal& refusal,
                                 Flavour flavour = Flavour::fast) {
  return ask_refusal(to_request(operation), flavour, {operation.subject(), operation.describe()}, refusal);
}

/// The reply to the last ask() that got one.
const Reply& last_reply();

/// Why the last ask() got no answer, or a wrong one. Empty if the answer was right.
const Failure& last_failure();

/// The output of the submission in this test. Ends the test's workers.
std::string printed_in_this_test();

/// Ends this test's workers. The next ask() starts fresh ones.
void end_workers();

/// Waits until no worker is left. The checker calls it last.
void end_all_workers();

/// Notes a wrong answer to `request`. The first one of each subject is repeated in the counted flavour. The
/// first race, out-of-bounds access or uninitialised read seen there explains the answer.
testing::AssertionResult wrong_answer(const Request& request, const Call& call,
                                      const oracle::Comparison& seen);

/// A comparison as a test's verdict. Notes the reason and overwrites the outputs if they are wrong.
template <class Operation>
testing::AssertionResult judge(Operation& operation, const oracle::Comparison& comparison) {
  if (comparison.equal) return testing::AssertionSuccess();
  return wrong_answer(to_request(operation), {operation.subject(), operation.describe()}, comparison);
}

/// The verdict of the running test: fails unless `right`. `message` is about the operation and `place` is the
/// line to blame. There is no second run in the counted flavour, because memory and calls show these faults
/// themselves.
template <class Operation>
testing::AssertionResult holds(const Operation& operation, bool right, const std::string& message,
                               const SourcePlace& place = {}, std::optional<Cause> cause = {},
                               repairs::Remedy remedy = {}) {
  if (right) return testing::AssertionSuccess();
  Failure failure;
  failure.outcome = "wrong_answer";
  failure.message = operation.describe() + ": " + message;
  failure.place = place;
  failure.cause = std::move(cause);
  failure.remedy = std::move(remedy);
  note_failure(failure);
  return testing::AssertionFailure() << failure.message;
}

/// Runs a request in a worker that is used only for experiments.
/// returns  whether it returned success
bool try_request(const Request& request, Flavour flavour);

/// Runs `operation` to learn more about a wrong answer. The result changes no test.
/// returns  whether its outputs are valid
template <class Operation>
bool try_out(Operation& operation, Flavour flavour = Flavour::fast) {
  const bool answered = try_request(to_request(operation), flavour);
  take_snapshots(operation);
  return answered;
}

}  // namespace gridmark::channel
