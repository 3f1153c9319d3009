// The second count of a counted worker through the real sandbox, with honest and with forged meters.
#include "labkit/channel/witness.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <numeric>

#include "labkit/channel/options.h"
#include "labkit/channel/transport.h"
#include "tests/channel/forge.h"

namespace gridmark::channel {
namespace {

using testing::HasSubstr;

constexpr int repetitions = 20;

class WitnessTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::array arguments = {"checker",
                            "--sandbox",
                            GRIDMARK_SANDBOX,
                            "--worker",
                            "counted=" FORGING_WORKER,
                            "--limits",
                            R"({"cpu_seconds": 120})"};
    ASSERT_EQ(parse_options(static_cast<int>(arguments.size()), const_cast<char**>(arguments.data())), "");
  }

  static Answer ask(Transport& worker, const std::string& how) {
    std::vector<float> numbers(1024);  // a page
    std::iota(numbers.begin(), numbers.end(), 1.0f);
    Forge op{how, In<float>(numbers), Out<float>(numbers.size())};
    Answer answer = worker.call(to_request(op));
    EXPECT_TRUE(answer.reply) << answer.failure.message << answer.failure.output;
    return answer;
  }

  /// The first doubt about a new worker that forges in this way. Calls it until there is one, for at most a
  /// minute.
  static std::string first_doubt(const std::string& how) {
    const auto worker = make_transport(Flavour::counted);
    const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (std::chrono::steady_clock::now() < limit)
      if (const Answer answer = ask(*worker, how); !answer.doubt.empty() || !answer.reply)
        return answer.doubt;
    return "";
  }
};

#define SKIP_WITHOUT_TRACING() \
  if (!Witness::hindrance().empty()) GTEST_SKIP() << "no second count here: " << Witness::hindrance()

TEST_F(WitnessTest, HonestMetersAreNotDoubted) {
  const Witness::Looks before = Witness::looks();
  for (int i = 0; i < repetitions; ++i) {
    const auto worker = make_transport(Flavour::counted);
    EXPECT_EQ(ask(*worker, "honest").doubt, "");
  }
  SKIP_WITHOUT_TRACING();
  // The blocks were really examined, else the test proves nothing.
  EXPECT_GE(Witness::looks().blocks, before.blocks + 3);
  EXPECT_GE(Witness::looks().words, before.words + 1);
}

struct Forgery {
  const char* how;
  const char* says;
};

class Forgeries : public WitnessTest, public testing::WithParamInterface<Forgery> {};

TEST_F(WitnessTest, AReplyHasTheTimelineThatTheAdaptorKeeps) {
  const auto worker = make_transport(Flavour::counted);
  const Answer answer = ask(*worker, "with a timeline");
  ASSERT_TRUE(answer.reply && answer.reply->timeline);
  const Timeline& timeline = *answer.reply->timeline;
  ASSERT_EQ(timeline.spans.size(), 2u) << "the kernel's launches, and nothing of the adaptor's";
  EXPECT_EQ(timeline.spans[0].name, "twice");
  EXPECT_EQ(timeline.spans[0].basis, Span::Basis::counts);
  EXPECT_EQ(timeline.spans[0].place.file, "forging_worker.cu");
  EXPECT_GT(timeline.spans[0].place.line, 0);
  EXPECT_LE(timeline.spans[0].end_ns, timeline.spans[1].begin_ns);
  EXPECT_EQ(timeline.host_waits, 2u);
  const Answer next = ask(*worker, "honest");
  EXPECT_TRUE(next.reply && !next.reply->timeline) << "it is asked for anew in each call";
}

/// The ledger shows these forgeries in the first call.
TEST_P(Forgeries, AreSeenInTheFirstCall) {
  for (int i = 0; i < repetitions; ++i) {
    const auto worker = make_transport(Flavour::counted);
    const Answer answer = ask(*worker, GetParam().how);
    SKIP_WITHOUT_TRACING();
    EXPECT_THAT(answer.doubt, HasSubstr(GetParam().says));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Forgeries,
                         testing::Values(Forgery{"after the kernels", "when they were read"},
                                         Forgery{"between kernels", "before the next"},
                                         Forgery{"without a kernel", "when they were read"},
                                         Forgery{"the reply", "the reply has"}));

class RandomlySeen : public WitnessTest, public testing::WithParamInterface<Forgery> {};

/// These forgeries show only if the forged block is examined.
TEST_P(RandomlySeen, AreSeenSoon) {
  for (int i = 0; i < repetitions; ++i) {
    const std::string doubt = first_doubt(GetParam().how);
    SKIP_WITHOUT_TRACING();
    EXPECT_THAT(doubt, HasSubstr(GetParam().says));
  }
}

INSTANTIATE_TEST_SUITE_P(All, RandomlySeen,
                         testing::Values(Forgery{"in a kernel", "a second count of one block"},
                                         Forgery{"unannounced", "forging_worker.cu"},
                                         Forgery{"idle", "never touched it"},
                                         Forgery{"a pretended grid", "none of its blocks ran"}));

/// A process that other processes may not examine. The kernel protects one of another user in the same way.
pid_t start_hidden_process() {
  std::array<int, 2> ready{};
  if (pipe(ready.data()) != 0) return -1;
  const pid_t hidden = fork();
  if (hidden == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 0);
    const bool told = write(ready[1], "", 1) == 1;
    while (told) pause();
    _exit(1);
  }
  char byte = 0;
  return read(ready[0], &byte, 1) == 1 ? hidden : -1;
}

/// Seconds until a witness gave up examining a worker below `launcher`.
double patience_with(pid_t launcher) {
  const auto begin = std::chrono::steady_clock::now();
  const auto page = std::make_unique<ControlPage>();
  Witness(launcher, "/bin/sh", *page).call_begins();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Runs in a separate process that gives up the rights of root.
TEST(Witness, WorkersThatMayNotBeExaminedCostTwoSecondsOnce) {
  const pid_t child = fork();
  if (child == 0) {
    if (getuid() == 0 && setuid(65534) != 0) _exit(3);
    const pid_t hidden = start_hidden_process();
    const double first = patience_with(hidden), second = patience_with(hidden);
    kill(hidden, SIGKILL);
    if (Witness::hindrance().find("may not be examined") == std::string::npos) _exit(1);
    _exit(first < 10 && second < 1 ? 0 : 2);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

/// Runs in a separate process, because a hindrance counts for all workers of a process.
TEST(Witness, AWorkerThatCannotBeTracedIsSaid) {
  const pid_t child = fork();
  if (child == 0) {
    {
      const auto page = std::make_unique<ControlPage>();
      Witness witness(getpid(), "/proc/self/exe", *page);  // not a worker
      witness.call_begins();
      Meters reply;
      reply.counted = true;
      if (witness.doubt(reply)) _exit(1);
    }
    _exit(Witness::hindrance().find("not built to be counted") != std::string::npos &&
                  transport_mode().ends_with(", no second count")
              ? 0
              : 2);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace gridmark::channel
