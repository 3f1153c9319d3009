#include "grader/report/timeline_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/report/timeline_figures.h"
#include "tests/report/example_timeline.h"

namespace gridmark::report {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using What = CriticalStep::What;

/// "copy 0-8" or "host 3-4", starting with the last.
std::vector<std::string> path_of(const DeviceTimeline& timeline) {
  std::vector<std::string> words;
  for (const CriticalStep& step : critical_path(timeline)) {
    const std::string what = step.what == What::queueing  ? "host"
                             : step.what == What::unknown ? "unknown"
                                                          : timeline.commands[step.command].name;
    words.push_back(what + " " + std::to_string(std::lround(step.begin)) + "-" +
                    std::to_string(std::lround(step.end)));
  }
  return words;
}

TEST(TimelineFigures, BusyIsAUnionAndCopiesAreHiddenOrExposed) {
  DeviceTimeline timeline;
  timeline.commands = {command(CommandKind::kernel, 1, "k", 0, 4), command(CommandKind::kernel, 2, "k", 2, 6),
                       command(CommandKind::copy, 3, "c", 5, 9),
                       command(CommandKind::library, 1, "l", 10, 11),
                       command(CommandKind::host, 1, "h", 12, 20)};
  const DeviceFigures seen = figures_of(timeline).at(0);
  EXPECT_THAT(seen.busy, DoubleNear(7, 1e-12));
  EXPECT_THAT(seen.copying, DoubleNear(4, 1e-12));
  EXPECT_THAT(seen.both, DoubleNear(1, 1e-12));
  EXPECT_THAT(seen.exposed(), DoubleNear(3, 1e-12));
}

TEST(CriticalPath, FollowsWhatEachCommandWaitedFor) {
  EXPECT_THAT(path_of(two_streams()), ElementsAre("work 12-16", "copy 7-12", "copy 2-7", "host 0-2"));
}

TEST(CriticalPath, GoesThroughTheHostThatWaited) {
  DeviceTimeline timeline;
  timeline.commands = {command(CommandKind::kernel, 1, "first", 1, 5),
                       command(CommandKind::kernel, 2, "aside", 1, 3),
                       command(CommandKind::kernel, 1, "second", 8, 9)};
  timeline.commands[2].queued = 8;
  timeline.waits = {{"cudaStreamSynchronize", 2, 5}};
  EXPECT_THAT(path_of(timeline), ElementsAre("second 8-9", "host 5-8", "first 1-5", "host 0-1"));
}

TEST(CriticalPath, APageableCopyKeepsTheHost) {
  DeviceTimeline timeline;
  timeline.commands = {command(CommandKind::copy, 1, "Memcpy HtoD (Pageable -> Device)", 1, 6),
                       command(CommandKind::kernel, 2, "k", 7, 9)};
  timeline.commands[1].queued = 7;
  EXPECT_THAT(path_of(timeline),
              ElementsAre("k 7-9", "host 6-7", "Memcpy HtoD (Pageable -> Device) 1-6", "host 0-1"));
}

TEST(CriticalPath, EndsWhateverTheTimesAre) {
  DeviceTimeline timeline;
  for (int i = 0; i < 100; ++i) timeline.commands.push_back(command(CommandKind::kernel, i % 3, "k", 5, 5));
  EXPECT_THAT(critical_path(timeline), Not(IsEmpty()));
  EXPECT_THAT(critical_path({}), IsEmpty());
}

TEST(TimelineHtml, NamesAreEscaped) {
  DeviceTimeline timeline = two_streams();
  timeline.commands[0].name = "f<int>\x01";
  timeline.commands[0].place = "<a>.cu:3";
  const std::string html = print_timeline_html("<t>", timeline);
  EXPECT_THAT(html, HasSubstr("f&lt;int&gt;"));
  EXPECT_THAT(html, HasSubstr("&lt;a&gt;.cu:3"));
  EXPECT_THAT(html, HasSubstr("&lt;t&gt;"));
}

TEST(TimelineHtml, NothingIsAPageAsWell) {
  EXPECT_THAT(print_timeline_html("t", {}), HasSubstr("no work that takes time"));
}

TEST(TimelineHtml, StaysSmallHoweverManyCommandsStreamsAndNames) {
  DeviceTimeline timeline;
  for (int i = 0; i < 60000; ++i) {
    const double begin = 3 * i;
    timeline.commands.push_back(command(i % 2 ? CommandKind::kernel : CommandKind::copy, i % 500,
                                        std::string(3000, 'k') + std::to_string(i), begin, begin + 2));
    timeline.waits.push_back({"cudaDeviceSynchronize", begin, begin + 1});
    timeline.ranges.push_back({"step", begin, begin + 1});
  }
  EXPECT_LT(print_timeline_html("t", timeline).size(), std::size_t{600} << 10);
}

TEST(TimelineHtml, NeighboursAreDrawnAsOne) {
  DeviceTimeline timeline;
  for (int i = 0; i < 1000; ++i) timeline.commands.push_back(command(CommandKind::kernel, 1, "k", i, i + 1));
  timeline.commands.push_back(command(CommandKind::kernel, 1, "k", 1500, 2000));
  const std::string html = print_timeline_html("t", timeline);
  const std::string overview = html.substr(0, html.find("<details>"));
  std::size_t kernels = 0;
  for (std::size_t at = 0; (at = overview.find("<rect class=\"kernel\"", at)) != overview.npos; ++at)
    ++kernels;
  EXPECT_EQ(kernels, 2U);
}

}  // namespace
}  // namespace gridmark::report
