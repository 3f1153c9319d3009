// The text for Prometheus. All metrics must be in it and in the events.
#include "labs/lab5-production/tests/monitors.h"

namespace gridmark::lab5 {
namespace {

constexpr const char* of_training[] = {"train_loss", "train_accuracy", "learning_rate", "samples_per_second",
                                       "steps_total"};
constexpr const char* of_gpus[] = {"gpu_busy_ratio", "gpu_memory_used_bytes", "gpu_memory_total_bytes",
                                   "gpu_temperature_celsius", "gpu_power_watts"};

std::vector<double> values_of(const TrainMetrics& m) {
  return {m.loss, m.accuracy, m.learning_rate, m.samples_per_second, static_cast<double>(m.steps)};
}
std::vector<double> values_of(const ScriptedGpu& gpu) {
  return {gpu.busy, gpu.used, gpu.total, gpu.temperature, gpu.power};
}

std::string device_series(const std::string& family, const ScriptedGpu& gpu) {
  return series_of({family, {{"gpu", std::to_string(gpu.gpu)}, {"name", gpu.name}, {"uuid", gpu.uuid}}, 0});
}

/// A report and its sample.
struct Report {
  double time = begin_time;
  std::int64_t step = 0;
  TrainMetrics metrics;
  std::vector<ScriptedGpu> gpus;

  /// series -> value
  std::map<std::string, double> series() const {
    std::map<std::string, double> all;
    for (std::size_t i = 0; i < 5; ++i) {
      all[of_training[i]] = values_of(metrics)[i];
      for (const ScriptedGpu& gpu : gpus) all[device_series(of_gpus[i], gpu)] = values_of(gpu)[i];
    }
    return all;
  }
  /// tag -> value
  std::map<std::string, float> scalars() const {
    std::map<std::string, float> all;
    for (std::size_t i = 0; i < 5; ++i) {
      all[of_training[i]] = static_cast<float>(values_of(metrics)[i]);
      for (const ScriptedGpu& gpu : gpus)
        all[fmt::format("{}/gpu{}", of_gpus[i], gpu.gpu)] = static_cast<float>(values_of(gpu)[i]);
    }
    return all;
  }
};

ScriptedGpu any_gpu(int gpu) {
  const auto x = any_values(5, 0, 1);
  return {.gpu = gpu,
          .uuid = fmt::format("GPU-{:08x}", any_between(0, 1 << 30)),
          .busy = static_cast<double>(x[0]),
          .used = std::floor(x[1] * 141e9),
          .total = 141e9,
          .temperature = std::floor(30 + 50 * x[3]),
          .power = 100 + 600 * static_cast<double>(x[4])};
}

Report any_report(std::int64_t step, const std::vector<int>& gpus) {
  const auto x = any_values(4, 0.01f, 1);
  // Step numbers continue over restarts, so the trainer may report another number.
  Report report{begin_time + static_cast<double>(step) + 0.5,
                step,
                {static_cast<double>(x[0]) / 3, static_cast<double>(x[1]), 1e-3 * static_cast<double>(x[2]) / 7,
                 1e4 * static_cast<double>(x[3]), 40 + 2 * step},
                {}};
  for (const int gpu : gpus) report.gpus.push_back(any_gpu(gpu));
  return report;
}

MonitorScript& add(MonitorScript& script, const Report& report) {
  return script.log(report.time, report.step, report.metrics, report.gpus);
}

using Found = std::map<std::string, double>;  // series -> value

Found found_in(const PrometheusText& text) {
  Found found;
  for (const PrometheusSample& sample : text.samples) found.emplace(series_of(sample), sample.value);
  return found;
}

/// The first series that is not in the text, or "".
std::string missing_series(const Found& found, const Report& report) {
  for (const auto& [series, value] : report.series())
    if (found.count(series) == 0) return series + " is not there";
  return "";
}

/// The first wrong value, or a GPU's series that is not in the sample, or "".
///
/// tolerance  relative; 0: the same double
std::string wrong_series(const Found& found, const Report& report, double tolerance) {
  const auto expected = report.series();
  for (const auto& [series, value] : found) {
    const auto one = expected.find(series);
    if (one == expected.end() && series.starts_with("gpu_"))
      return fmt::format("{} is there, and the last sample does not have that GPU or that label", series);
    if (one == expected.end() || same(value, one->second)) continue;
    const double difference = std::abs(value - one->second), size = std::abs(one->second);
    if (difference <= tolerance * size) continue;
    return fmt::format("{} is {:.17g}, expected {:.17g}{}", series, value, one->second,
                       difference <= 1e-2 * size ? ": the digits must give the same double back" : "");
  }
  return "";
}

/// Checks type and help of the families that have samples. At least one family must be of the training.
std::string wrong_head(const PrometheusText& text) {
  bool of_training_seen = false;
  for (const PrometheusSample& sample : text.samples) {
    const std::string expected = sample.name == "steps_total" ? "counter" : "gauge";
    const bool ours = std::count(std::begin(of_training), std::end(of_training), sample.name) > 0;
    of_training_seen = of_training_seen || ours;
    if (!ours && std::count(std::begin(of_gpus), std::end(of_gpus), sample.name) == 0) continue;
    const auto type = text.types.find(sample.name);
    if (type == text.types.end() || type->second != expected)
      return fmt::format("expected the line # TYPE {} {}", sample.name, expected);
    if (text.helps.count(sample.name) == 0) return fmt::format("there is no line # HELP {} ...", sample.name);
  }
  return of_training_seen ? "" : "there is no sample of the training";
}

testing::AssertionResult is_text_of(const Monitor& op, std::size_t call, const Report& report) {
  const std::string bytes = text_of(op, call);
  if (bytes.empty()) return holds(op, false, "there is no text after log_metrics()");
  const PrometheusText text = read_prometheus_text(bytes);
  if (!text.faults.empty()) return holds(op, false, text.faults[0]);
  if (const std::string words = wrong_head(text); !words.empty()) return holds(op, false, words);
  const std::string words = wrong_series(found_in(text), report, 0);
  return holds(op, words.empty(), words);
}

/// Requests the text of one report.
testing::AssertionResult has_text(const Report& report, bool comma_for_point = false) {
  MonitorScript script;
  Monitor op = add(script, report).operation(Monitor::About::prometheus);
  op.comma_for_point = comma_for_point;
  disk::JournalDisk disk;
  auto run = ask_with_disk(op, disk);
  return run.verdict ? is_text_of(run.op(), 0, report) : run.verdict;
}

TEST(Metrics, OfOneGpu) { EXPECT_TRUE(has_text(any_report(3, {0}))); }

TEST(Metrics, OfThreeGpusAndOfNone) {
  EXPECT_TRUE(has_text(any_report(3, {0, 1, 2})));
  EXPECT_TRUE(has_text(any_report(4, {7, 0, 12})));
  EXPECT_TRUE(has_text(any_report(5, {})));
}

TEST(Metrics, NumbersOfAnySize) {
  Report report = any_report(7, {0, 1});
  report.metrics.learning_rate = 1.2345678901234567e-9;
  report.metrics.samples_per_second = 123456.78901234567;
  report.metrics.loss = 5e-324;
  report.metrics.steps = 1234567890123;
  report.gpus[0].used = 141234567168;
  report.gpus[0].temperature = -3;
  report.gpus[1].power = 0;
  EXPECT_TRUE(has_text(report));
}

TEST(Metrics, ValuesThatAreNoNumbers) {
  Report report = any_report(8, {0, 1});
  report.metrics.loss = nan_value;
  report.metrics.samples_per_second = INFINITY;
  report.metrics.accuracy = -INFINITY;
  report.gpus[1].power = nan_value;
  EXPECT_TRUE(has_text(report));
}

TEST(Metrics, LabelsOfAnyBytes) {
  Report report = any_report(9, {0, 1, 2, 3});
  report.gpus[0].name = "He said \"H200\"";
  report.gpus[1].name = "C:\\new\\GPU\\";
  report.gpus[2].name = "two\nlines, {one} = \"x\" \\n";
  report.gpus[3].name = "Prüfgerät λ, a=b} # TYPE";
  report.gpus[3].uuid = "";
  EXPECT_TRUE(has_text(report));
}

TEST(Metrics, WhateverTheLocale) {
  Report report = any_report(1234, {0});
  report.metrics.steps = 1234567;
  EXPECT_TRUE(has_text(report, true));
}

TEST(Metrics, NoSampleBeforeTheFirstReport) {
  MonitorScript script;
  disk::JournalDisk disk;
  auto run = ask_with_disk(script.evaluate(begin_time, {any_gpu(0)}).operation(Monitor::About::prometheus), disk);
  ASSERT_TRUE(run.verdict);
  ASSERT_TRUE(holds(run.op(), run.op().sizes.values()[0] >= 0 && run.op().sizes.values()[0] < 16384,
                    "the text has a wrong size"));
  const PrometheusText text = read_prometheus_text(text_of(run.op(), 0));
  ASSERT_TRUE(holds(run.op(), text.faults.empty(), text.faults.empty() ? "" : text.faults[0]));
  EXPECT_TRUE(holds(run.op(), text.samples.empty(),
                    text.samples.empty()
                        ? ""
                        : series_of(text.samples[0]) + " is there before the first report, as if it were measured"));
  channel::tolerates(channel::WrongReply::last_element, "a line of HELP may end otherwise");
  channel::tolerates(channel::WrongReply::zeros, "an empty text has no samples either");
}

// ----------------------------------------------------------------------------------------------------
// Complete: all metrics of each report, in the text and in the events.

/// The first fault in the events of a report, starting with scalar `first`.
std::string wrong_events(const std::vector<ReadScalar>& scalars, std::size_t& first, const Report& report) {
  std::map<std::string, ReadScalar> found;
  const std::map<std::string, float> expected = report.scalars();
  const std::size_t end = std::min(first + expected.size(), scalars.size());
  for (; first < end; ++first) found.emplace(scalars[first].tag, scalars[first]);
  for (const auto& [tag, value] : expected) {
    const auto one = found.find(tag);
    if (one == found.end()) return fmt::format("{} is not in the events of the report at step {}", tag, report.step);
    if (!same(one->second.value, value))
      return fmt::format("{} is {} in the events, expected {} as in the metrics", tag, one->second.value, value);
    if (one->second.step != report.step)
      return fmt::format("{} is in the events at step {}, expected {}", tag, one->second.step, report.step);
    if (one->second.wall_time != report.time)
      return fmt::format("{} is in the events at {:.3f}, expected the sample's time {:.3f}", tag,
                         one->second.wall_time, report.time);
  }
  return "";
}

/// Checks the reports of one start, and the file that contains them.
testing::AssertionResult has_events(const Monitor& op, const std::string& bytes, const std::vector<Report>& reports) {
  const std::vector<ReadScalar> scalars = read_event_file(bytes).scalars;
  std::size_t first = 0;
  for (const Report& report : reports)
    if (const std::string words = wrong_events(scalars, first, report); !words.empty())
      return holds(op, false, words);
  return holds(op, first == scalars.size(),
               fmt::format("the events have {} scalars, expected {}", scalars.size(), first));
}

constexpr double six_digits = 1e-5;  ///< another item judges the number of digits

testing::AssertionResult has_metrics(const Monitor& op, std::size_t call, const Report& report) {
  const Found found = found_in(read_prometheus_text(text_of(op, call)));
  const std::string missing = missing_series(found, report);
  const std::string words = missing.empty() ? wrong_series(found, report, six_digits) : missing;
  if (!words.empty()) return holds(op, false, fmt::format("after the report at step {}: {}", report.step, words));
  const int samples = op.samples.values()[call];
  return holds(
      op, samples == 1,
      fmt::format("log_metrics() took {} samples of the source, expected one: text and events must agree", samples));
}

/// Checks all reports of all starts. Each start except the first follows a restart.
void check_starts(const std::vector<std::vector<Report>>& starts) {
  if (starts.size() > 1) channel::tolerates(channel::WrongReply::stale, "a new monitor may take a sample");
  MonitorScript script;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (i > 0) script.restart(begin_time + 1000 * static_cast<double>(i));
    for (const Report& report : starts[i]) add(script, report);
  }
  Monitor op = script.operation(Monitor::About::log_metrics);
  op.writes_events = true;
  disk::JournalDisk disk;
  auto run = ask_with_disk(op, disk);
  ASSERT_TRUE(run.verdict);
  const auto files = event_files(disk.contents());
  ASSERT_TRUE(holds(run.op(), files.size() == starts.size(),
                    fmt::format("{} starts have {} event files", starts.size(), files.size())));
  std::size_t call = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    for (const Report& report : starts[i]) ASSERT_TRUE(has_metrics(run.op(), call++, report));
    ++call;
    ASSERT_TRUE(has_events(run.op(), files[i].second, starts[i]));
  }
}

TEST(Complete, EachReportHasAllFamilies) {
  check_starts({{any_report(10, {0, 1}), any_report(20, {0, 1}), any_report(30, {0, 1})}});
}

TEST(Complete, AlsoAfterARestart) {
  check_starts({{any_report(10, {0}), any_report(20, {0})}, {any_report(20, {0}), any_report(30, {0})}});
}

TEST(Complete, AGpuThatDoesNotAnswerHasNoValues) {
  check_starts({{any_report(10, {0, 1}), any_report(20, {1}), any_report(30, {}), any_report(40, {0, 1})}});
}

TEST(Complete, ValuesThatAreNoNumbers) {
  Report report = any_report(10, {0});
  report.metrics.loss = nan_value;
  report.gpus[0].power = nan_value;
  check_starts({{report, any_report(11, {0})}});
}

/// The number of scalars on the disk after each report.
std::vector<std::size_t> scalars_after_reports(const disk::Journal& journal) {
  std::vector<std::size_t> counts;
  disk::Journal so_far{journal.before, {}};
  for (const disk::Operation& one : journal.operations) {
    so_far.operations.push_back(one);
    if (one.kind != disk::Kind::returned) continue;
    std::size_t scalars = 0;
    for (const auto& [name, bytes] : event_files(disk::contents_after(so_far)))
      scalars += read_event_file(bytes).scalars.size();
    counts.push_back(scalars);
  }
  return counts;
}

TEST(Complete, AReportIsInTheFileAtOnce) {
  const std::vector<Report> reports{any_report(10, {0}), any_report(20, {0})};
  MonitorScript script;
  for (const Report& report : reports) add(script, report);
  Monitor op = script.operation(Monitor::About::log_metrics);
  op.writes_events = true;
  disk::JournalDisk disk;
  auto run = ask_with_disk(op, disk);
  ASSERT_TRUE(run.verdict);
  const auto counts = scalars_after_reports(disk.journal());
  ASSERT_EQ(counts.size(), reports.size());
  for (std::size_t i = 0; i < counts.size(); ++i)
    ASSERT_TRUE(holds(run.op(), counts[i] >= (i + 1) * reports[0].scalars().size(),
                      fmt::format("the file has {} scalars after report {} of {} scalars each: flush() at the end of "
                                  "each report",
                                  counts[i], i + 1, reports[0].scalars().size())));
}

}  // namespace
}  // namespace gridmark::lab5
