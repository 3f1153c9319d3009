// Paired timings through the real sandbox, between workers with known work.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <thread>

#include "labkit/channel/batch.h"
#include "labkit/channel/contender.h"
#include "labkit/channel/options.h"
#include "labkit/channel/paired_timing_runner.h"
#include "labkit/channel/side_times.h"
#include "labkit/machine/work.h"
#include "tests/channel/behave.h"

namespace gridmark::channel {
namespace {

using machine::Work;
using testing::HasSubstr;

Starter worker(const char* program) {
  return [program] { return make_transport_to(program); };
}

PairedTiming paired_timing_of_work() {
  return {"work", calls_of<Work>(machine::fresh_work, machine::judge_work)};
}

PairedTiming paired_timing_of_behaviour(const std::string& how, bool equal = true) {
  const auto make = [how] { return Behave{how, In<int>({1, 2, 3}), Out<int>(3)}; };
  const auto judge = [equal](const Behave&, const Behave&) {
    return oracle::Comparison{equal, equal ? "" : "out[1] is 7"};
  };
  return {"behaviour", calls_of<Behave>(make, judge)};
}

class PairedTimingTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::array arguments = {"test", "--sandbox", GRIDMARK_SANDBOX};
    ASSERT_EQ(parse_options(static_cast<int>(arguments.size()), const_cast<char**>(arguments.data())), "");
  }
};

// 220 passes against 440: half as fast, on any busy machine.
TEST_F(PairedTimingTest, TheRatioIsThatOfTheWork) {
  const PairedTimingOutcome outcome =
      run_rounds(paired_timing_of_work(), worker(MACHINE_WORKER), worker(MACHINE_WORKER_HALF), {1.0}, 60);
  ASSERT_FALSE(outcome.lost);
  EXPECT_TRUE(outcome.result.settled);
  EXPECT_EQ(timing::verdict_on(outcome.result.interval(), 1), Verdict::fail);
  EXPECT_NEAR(outcome.result.estimate, 0.5, 0.1);
  EXPECT_GE(outcome.result.log_ratios.size(), 5U);
  EXPECT_EQ(outcome.result.processes.size() * 8, static_cast<std::size_t>(outcome.result.pairs));
}

TEST_F(PairedTimingTest, AStudentsFailureEndsThePairedTimingWithTheCall) {
  // Both sides are the same program here, but only the student's must end.
  PairedTiming paired_timing = paired_timing_of_behaviour("abort");
  const Asker honest = paired_timing_of_behaviour("").ask;
  paired_timing.ask = [honest, broken = paired_timing.ask] {
    CallPair pair = honest();
    pair.student = broken().student;
    return pair;
  };
  const PairedTimingOutcome outcome =
      run_rounds(paired_timing, worker(ROGUE_WORKER), worker(ROGUE_WORKER), {1.0}, 60);
  ASSERT_TRUE(outcome.lost);
  EXPECT_EQ(outcome.lost->failure.outcome, "crashed");
  EXPECT_EQ(outcome.lost->call.description, "behave(abort)");
}

TEST_F(PairedTimingTest, AWrongAnswerInATimedCallLoses) {
  const PairedTimingOutcome outcome = run_rounds(paired_timing_of_behaviour("", false), worker(ROGUE_WORKER),
                                                 worker(ROGUE_WORKER), {1.0}, 60);
  ASSERT_TRUE(outcome.lost);
  EXPECT_EQ(outcome.lost->failure.outcome, "wrong_answer");
  EXPECT_THAT(outcome.lost->failure.message, HasSubstr("out[1] is 7"));
}

TEST_F(PairedTimingTest, AReferenceThatFailsIsTheLabsFault) {
  EXPECT_THROW(run_rounds(paired_timing_of_behaviour("return an error"), worker(ROGUE_WORKER),
                          worker(ROGUE_WORKER), {}, 60),
               std::runtime_error);
}

TEST_F(PairedTimingTest, ShortCallsComeSeveralToABell) {
  const PairedTimingOutcome outcome =
      run_rounds(paired_timing_of_behaviour(""), worker(ROGUE_WORKER), worker(ROGUE_WORKER), {1.0}, 1);
  EXPECT_GT(outcome.result.calls_per_bell, 1);
  EXPECT_LE(outcome.result.calls_per_bell, 32);  // two arrays each, at most 64
}

// Work of a host thread after the answer still counts for the answer.
TEST_F(PairedTimingTest, WorkAfterTheAnswerIsOnTheClock) {
  Contender side(make_transport_to(ROGUE_WORKER));
  const auto ask = [&](const std::string& how) {
    Behave op{how, In<int>({1}), Out<int>(1)};
    return side.call(to_request(op)).timed.cpu_seconds;
  };
  ask("");
  ask("work late");
  EXPECT_GE(side.late_seconds(), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_GT(side.late_seconds(), 0.03);  // it works for 50 ms
}

TEST_F(PairedTimingTest, WorkBetweenTwoCallsIsOnTheClock) {
  Contender side(make_transport_to(ROGUE_WORKER));
  const auto ask = [&](const std::string& how) {
    Behave op{how, In<int>({1}), Out<int>(1)};
    return side.call(to_request(op)).timed.cpu_seconds;
  };
  ask("");
  const double idle = ask("");
  ask("work late");
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_GT(ask(""), idle + 0.02);  // it works for 50 ms, of which the answer before has a few
}

// A few rounds of long calls do not give a verdict, even if they have used up the paired timing's seconds.
TEST_F(PairedTimingTest, CallsThatTakeLongAreJudgedAllTheSame) {
  const auto within = [](double seconds) {
    return run_rounds(paired_timing_of_work(), worker(MACHINE_WORKER), worker(MACHINE_WORKER), {1.0}, seconds)
        .result;
  };
  const timing::PairedTimingResult hurried = within(1e-3);
  EXPECT_EQ(hurried.processes.size(), 2U);
  // Enough for the first look of the usual plan, on a machine that other work slows down at the same time.
  EXPECT_GE(within(5 * hurried.seconds).processes.size(), 5U);
}

TEST_F(PairedTimingTest, ASweepHasTheTimesOfBothSides) {
  const SideTimes times =
      time_sides(paired_timing_of_work().ask, worker(MACHINE_WORKER), worker(MACHINE_WORKER_HALF));
  EXPECT_EQ(times.problem, "");
  EXPECT_GT(times.student.function, 1.5 * times.reference.function);
  EXPECT_GT(times.reference.whole, times.reference.function);
}

TEST_F(PairedTimingTest, ASweepHasNoTimesOfWrongAnswers) {
  const SideTimes times =
      time_sides(paired_timing_of_behaviour("", false).ask, worker(ROGUE_WORKER), worker(ROGUE_WORKER));
  EXPECT_EQ(times.problem, "behave() in a timed call: out[1] is 7");
}

TEST_F(PairedTimingTest, ARehearsalLeavesTheFunctionOut) {
  Contender side(make_transport_to(MACHINE_WORKER));
  const auto ask = [&](Errand errand) {
    Work work = machine::fresh_work();
    return side.call(batch_of({to_request(work)}, errand)).timed.cpu_seconds;
  };
  ask(Errand::work);
  const double rehearsed = ask(Errand::rehearsal), worked = ask(Errand::work);
  EXPECT_LT(rehearsed, worked / 4);
}

}  // namespace
}  // namespace gridmark::channel
