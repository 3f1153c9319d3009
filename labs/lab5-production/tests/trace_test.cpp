// chrome_trace() with known timelines, and profile_steps() with steps of the device.
#include "labs/lab5-production/tests/summaries.h"
#include "labs/lab5-production/tests/traces.h"

namespace gridmark::lab5 {
namespace {

testing::AssertionResult traces(const Script& script) {
  ChromeTrace op{rows_of(script.timeline().spans), rows_of(script.timeline().ranges), rows_of(script.timeline().waits)};
  if (const auto verdict = channel::ask(op); !verdict) return verdict;
  return has_trace(op, script.timeline());
}

/// A time one day into a run: microseconds with nine digits before the point.
double late() { return 1e8 * any_between(1, 8) + any_between(0, 1000) + 0.789; }

TEST(Trace, EmptyTimeline) { EXPECT_TRUE(traces(Script())); }

TEST(Trace, CommandsOfEachKind) {
  const double t = late();
  EXPECT_TRUE(traces(Script()
                         .command(Kind::copy, "Memcpy HtoD (Pinned -> Device)", t, t + 1.5, t + 20.25)
                         .command(Kind::kernel, "forward<float, 4>", t + 2, t + 20.25, t + 31)
                         .command(Kind::library, "cublasSgemm", t + 4, t + 31, t + 44.5)
                         .command(Kind::fill, "Memset", t + 6, t + 44.5, t + 47)
                         .command(Kind::collective, "ncclAllReduce", t + 8, t + 47, t + 58)
                         .command(Kind::host, "host function", t + 10, t + 58, t + 63)));
}

TEST(Trace, StreamsAndDevices) {
  const double t = late();
  EXPECT_TRUE(traces(Script()
                         .command(Kind::kernel, "a", t, t + 1, t + 50, 7)
                         .command(Kind::kernel, "a", t + 2, t + 3, t + 30, 9)
                         .command(Kind::kernel, "a", t + 4, t + 5, t + 80, 7, 1)
                         .command(Kind::kernel, "b", t + 6, t + 50, t + 50, 7)));
}

TEST(Trace, OneLaunchOfTwoCommands) {
  const double t = late();
  EXPECT_TRUE(traces(Script()
                         .command(Kind::kernel, "a", t, t + 1, t + 5)
                         .command(Kind::kernel, "b", t, t + 5, t + 9)
                         .same_launch()
                         .command(Kind::kernel, "c", t + 2, t + 9, t + 12)));
}

TEST(Trace, RangesAndWaits) {
  const double t = late();
  EXPECT_TRUE(traces(Script()
                         .range("load", t, t + 3)
                         .range("step", t, t + 20)
                         .range("step", t + 1, t + 15, 2)
                         .range("mark", t + 4, t + 4)
                         .command(Kind::kernel, "a", t + 2, t + 3, t + 9)
                         .wait("cudaDeviceSynchronize", t + 2, t + 9)));
}

TEST(Trace, NamesOfAnyText) {
  const double t = late();
  EXPECT_TRUE(traces(Script()
                         .range("a \"quoted\" \\ name", t, t + 3)
                         .range("two\nlines\tand a \x01", t + 4, t + 6)
                         .command(Kind::kernel, "gr\u00f6\u00dfe \u2264 1", t + 2, t + 3, t + 9)));
}

testing::AssertionResult makes_calls(const ProfileSteps& op) {
  const auto characters = op.calls.values();
  const std::string calls(characters.begin(), std::find(characters.begin(), characters.end(), '\0'));
  const std::string expected = fmt::format("train {}, reset, train {}, read", op.warm_up, op.steps);
  return holds(
      op, calls == expected && ends_at(characters, calls.size()),
      fmt::format(
          "called \"{}\", expected \"{}\"{}", calls, expected,
          calls.find("early") == std::string::npos ? "" : ": wait for the device before you reset or read a timeline"));
}

TEST(Trace, ProfilesTheStepsAlone) {
  const int warm_up = any_between(2, 4), steps = any_between(5, 9);
  ProfileSteps op{warm_up, steps};
  ASSERT_TRUE(channel::ask(op));
  EXPECT_TRUE(makes_calls(op));
  auto timeline = channel::last_reply().timeline;
  ASSERT_TRUE(holds(op, timeline && !timeline->waits.empty(), "the worker has sent no timeline"));
  timeline->waits.pop_back();  // the adaptor's wait, after profile_steps() has returned
  EXPECT_TRUE(has_summary(op, *timeline, 0));
  EXPECT_TRUE(has_trace(op, *timeline));
}

testing::AssertionResult has_same(const MarkedSteps& op, const char* what, std::span<const float> values,
                                  std::span<const float> expected) {
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!(values[i] == expected[i]))
      return holds(
          op, false,
          fmt::format("{} {} is {:.6g}, expected {:.6g} as after next(), forward(), backward(), step(), zero_grad()",
                      what, i, values[i], expected[i]));
  return testing::AssertionSuccess();
}

MarkedSteps any_marked_steps() {
  MarkedSteps op{.batches = any_between(3, 5)};
  const auto rows = static_cast<std::size_t>(op.batches * op.rows);
  op.x = channel::In<float>(any_values(rows * static_cast<std::size_t>(op.width)));
  std::vector<int> labels;
  for (std::size_t i = 0; i < rows; ++i) labels.push_back(any_between(0, 9));
  op.labels = channel::In<int>(labels);
  const auto width = static_cast<std::size_t>(op.width);
  const std::size_t parameters = width * width + width + width * 10 + 10;
  op.losses = op.expected_losses = channel::Out<float>(static_cast<std::size_t>(op.batches));
  op.trained = op.expected = channel::Out<float>(parameters);
  return op;
}

/// The commands in the ranges of each step, in order.
std::vector<std::string> names_in(const Profile& profile, const NamedRange& range) {
  std::vector<Span> spans;
  for (const Span& span : profile.spans())
    if (is_queued_in(span, range)) spans.push_back(span);
  std::stable_sort(spans.begin(), spans.end(),
                   [](const Span& one, const Span& other) { return one.submitted_ns < other.submitted_ns; });
  std::vector<std::string> names;
  for (const Span& span : spans) names.push_back(span.name);
  return names;
}

/// The difference between the steps' ranges and those of the handout's loop, or "".
std::string fault_in_ranges(const Profile& seen, const Profile& expected) {
  const std::vector<NamedRange> steps = seen.ranges("step");
  if (seen.steps() != expected.steps())
    return fmt::format("{} ranges are named \"step\", expected {}: one for each call, the one without a batch as well",
                       seen.steps(), expected.steps());
  std::vector<double> at;
  for (const NamedRange& step : steps) at.push_back(step.begin_ns);
  for (const char* name : {"load", "forward", "backward", "optimizer"}) {
    const std::vector<NamedRange> found = seen.ranges(name), wanted = expected.ranges(name);
    if (found.size() != wanted.size())
      return fmt::format("{} ranges are named \"{}\", expected {}", found.size(), name, wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i].begin_ns < at[i] || found[i].end_ns > steps[i].end_ns)
        return fmt::format(
            "the range \"{}\" of step {} does not lie within \"step\", behind the range before it, "
            "expected load, forward, backward, optimizer",
            name, i);
      at[i] = found[i].end_ns;
      const std::vector<std::string> commands = names_in(seen, found[i]), right = names_in(expected, wanted[i]);
      if (commands != right)
        return fmt::format("the range \"{}\" of step {} queues {} commands ({}), expected {} ({})", name, i,
                           commands.size(), commands.empty() ? "none" : commands.front() + ", ...", right.size(),
                           right.empty() ? "none" : right.front() + ", ...");
    }
  }
  return "";
}

TEST(Trace, StepsWithNames) {
  MarkedSteps op = any_marked_steps(), given = op;
  given.given = true;
  ASSERT_TRUE(channel::ask(given));
  const auto expected = channel::last_reply().timeline;
  ASSERT_TRUE(channel::ask(op));
  const auto seen = channel::last_reply().timeline;
  ASSERT_TRUE(holds(op, op.made.values()[0] == op.batches,
                    fmt::format("{} calls returned a loss, expected one for each of the {} batches",
                                op.made.values()[0], op.batches)));
  EXPECT_TRUE(has_same(op, "loss", op.losses.values(), op.expected_losses.values()));
  EXPECT_TRUE(has_same(op, "parameter", op.trained.values(), op.expected.values()));
  ASSERT_TRUE(holds(op, expected && seen, "the worker has sent no timeline"));
  const std::string fault = fault_in_ranges(Profile(*seen, 0), Profile(*expected, 0));
  EXPECT_TRUE(holds(op, fault.empty(), fault));
  EXPECT_TRUE(holds(op, seen->host_waits <= expected->host_waits,
                    fmt::format("the host waits {} times, expected {} as PlainBatches needs: leave the loss on the "
                                "device",
                                seen->host_waits, expected->host_waits)));
}

}  // namespace
}  // namespace gridmark::lab5
