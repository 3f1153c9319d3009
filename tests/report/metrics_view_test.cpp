#include "grader/report/metrics_view.h"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "grader/report/text.h"

namespace gridmark::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ScrapedSample of_gpu(const std::string& family, const std::string& gpu, double value) {
  return {family, {{"gpu", gpu}, {"name", "NVIDIA H200"}, {"uuid", "GPU-" + gpu}}, value};
}

std::string shown(const MetricsView& view, std::size_t width = 79) {
  std::string text;
  for (const std::string& line : view.lines(width)) text += line + "\n";
  return text;
}

TEST(MetricsView, ShowsTheTrainingAndThenEachGpu) {
  MetricsView view({});
  view.add({of_gpu("gpu_power_watts", "10", 300),
            of_gpu("gpu_power_watts", "2", 250),
            of_gpu("gpu_busy_ratio", "2", 0.875),
            of_gpu("gpu_memory_used_bytes", "2", 300.0 * (1 << 20)),
            of_gpu("gpu_memory_total_bytes", "2", 8.0 * (1 << 30)),
            {"steps_total", {}, 1200},
            {"train_loss", {}, 0.3125},
            {"others", {}, 1}});
  EXPECT_EQ(shown(view),
            "  loss                                    0.3125  ▅\n"
            "  steps                                     1200  ▅\n"
            "GPU 2  NVIDIA H200\n"
            "  busy                                    87.5 %  ▅\n"
            "  memory                      300 MiB of 8.0 GiB  ▅\n"
            "  power                                    250 W  ▅\n"
            "GPU 10  NVIDIA H200\n"
            "  power                                    300 W  ▅\n");
}

TEST(MetricsView, AGpuThatDidNotAnswerLeavesAGapInItsCurve) {
  MetricsView view({});
  view.add({of_gpu("gpu_power_watts", "0", 100)});
  view.add({{"train_loss", {}, 1}});
  view.add({of_gpu("gpu_power_watts", "0", 200)});
  EXPECT_THAT(shown(view), HasSubstr("200 W  ▁ █\n"));
}

TEST(MetricsView, ShowsAlerts) {
  MetricsView view({});
  view.add({{"ALERTS", {{"alertname", "Hot"}, {"alertstate", "firing"}, {"gpu", "1"}}, 1},
            {"ALERTS", {{"alertname", "Loss"}, {"alertstate", "pending"}}, 1}});
  EXPECT_THAT(view.lines(79), ElementsAre("  alert Loss is pending", testing::StartsWith("GPU 1"),
                                          "  alert Hot (GPU 1) is firing"));
}

TEST(MetricsView, ShowsWhatIsAskedFor) {
  MetricsView view({"b", "a"});
  view.add({{"a", {{"x", "1"}}, 1}, {"b", {}, 2}, {"train_loss", {}, 3}});
  EXPECT_EQ(shown(view),
            "  b                                            2  ▅\n"
            "  a{x=\"1\"}                                     1  ▅\n");
}

TEST(MetricsView, AnEndpointOfOtherThingsIsShownFromItsBegin) {
  MetricsView view({});
  std::vector<ScrapedSample> reading(300, {"node_load1", {}, 0.5});
  view.add(reading);
  EXPECT_EQ(view.lines(79).size(), MetricsView::most_lines);
  EXPECT_THAT(view.lines(79)[0], HasSubstr("node_load1"));
}

TEST(MetricsView, WithoutAValueItSaysSo) {
  MetricsView view({});
  EXPECT_THAT(view.lines(79), ElementsAre("no value yet"));
  view.add({});
  EXPECT_THAT(view.lines(79), ElementsAre("no value yet"));
}

// A terminal would execute control characters of a hostile endpoint, and longer lines would break the
// picture.
TEST(MetricsView, LinesAreNarrowAndPrintable) {
  MetricsView view({});
  for (int i = 0; i < 200; ++i)
    view.add({{"ALERTS", {{"alertname", "\x1b[2J\n" + std::string(200, 'x')}, {"alertstate", "\xff"}}, 1},
              of_gpu("gpu_memory_used_bytes", "\x1b]0;x\a", 1e300),
              {"train_loss", {}, i % 2 ? 1e308 : -1e308}});
  for (const std::size_t width : {40u, 79u, 300u})
    for (const std::string& line : view.lines(width)) {
      EXPECT_LE(columns(line), width) << line;
      EXPECT_EQ(printable(line), line);
    }
}

TEST(Sparkline, GoesFromTheLeastToTheGreatest) {
  EXPECT_EQ(sparkline({0, 1, 2, 3, 4, 5, 6, 7}), "▁▂▃▄▅▆▇█");
  EXPECT_EQ(sparkline({3, 3}), "▅▅");
  EXPECT_EQ(sparkline({1, NAN, 2, INFINITY}), "▁ █ ");
  EXPECT_EQ(sparkline({-1e308, 1e308, 0}), "▁█▅");
  EXPECT_EQ(sparkline({}), "");
}

TEST(ReadingJson, IsOneLineThatIsReadBack) {
  const std::string text =
      print_reading_json("2026-01-31T12:00:00Z", "http://localhost:9400/metrics",
                         {{"a", {{"b", "x\n\xff"}}, 0.1}, {"c", {}, NAN}, {"d", {}, -INFINITY}});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  const auto read = nlohmann::json::parse(text);
  EXPECT_EQ(read["time"], "2026-01-31T12:00:00Z");
  EXPECT_EQ(read["samples"][0]["name"], "a");
  EXPECT_EQ(read["samples"][0]["value"], 0.1);
  EXPECT_EQ(read["samples"][0]["labels"]["b"], "x\n\xef\xbf\xbd");
  EXPECT_EQ(read["samples"][1]["value"], "NaN");
  EXPECT_EQ(read["samples"][2]["value"], "-Inf");
}

}  // namespace
}  // namespace gridmark::report
