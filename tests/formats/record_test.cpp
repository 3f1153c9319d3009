// Records of several runs, and broken records.
#include "grader/load/load_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "grader/report/json_printer.h"
#include "tests/report/example_records.h"

namespace gridmark {
namespace {

std::string timed() { return report::print_json(example("timed")); }

/// Replaces the first `from`. Throws if there is none, so that a table cannot become outdated.
std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("not there: " + from);
  return text.replace(at, from.size(), to);
}

std::string complaint(const std::string& text) {
  const auto loaded = load::load_record(text, "r.json");
  return loaded ? "no complaint" : message_of(loaded.error());
}

TEST(LoadRecord, EveryExampleComesBackAsTheSameBytes) {
  for (const Example& one : example_records()) {
    const std::string text = report::print_json(one.record);
    const auto loaded = load::load_record(text, "r.json");
    ASSERT_TRUE(loaded) << one.name << ": " << message_of(loaded.error());
    EXPECT_EQ(report::print_json(*loaded), text) << one.name;
  }
}

TEST(LoadRecord, KeepsSamplesRunsBaselinesAndWhatWasDeferred) {
  const GradeRecord record = load::load_record(timed(), "r.json").value();
  EXPECT_EQ(record.measurements, example("timed").measurements);
  EXPECT_EQ(record.runs, example("timed").runs);
  EXPECT_EQ(record.deferred, example("timed").deferred);
  EXPECT_EQ(record.fingerprints, example("timed").fingerprints);
}

TEST(LoadRecord, KeepsTheSamplesOfWhatWasDeferred) {
  GradeRecord record = example("timed");
  record.deferred.at(0).paired_timing = record.measurements.at(0).paired_timing;
  EXPECT_EQ(load::load_record(report::print_json(record), "r.json")->deferred, record.deferred);
}

TEST(LoadRecord, ARunOnAGpuSaysOnWhich) {
  GradeRecord record = example("timed");
  record.runs.at(1).gpu = "Test GPU, driver 550.54.15";
  EXPECT_EQ(load::load_record(report::print_json(record), "r.json")->runs, record.runs);
  EXPECT_EQ(run_words(record.runs.at(1)),
            "rowan (bbbbbbbbbbbb), Test GPU, driver 550.54.15, 2026-02-01T08:00:00Z");
}

TEST(LoadRecord, AValueOfARunThatIsNotThereIsSaidSo) {
  EXPECT_EQ(complaint(changed(timed(), "\"run\": 1", "\"run\": 7")),
            "r.json: /items: found a value of run 7, expected one of 2 runs, 0 to 1");
}

// Scoring again would copy a claim's run into its line, and then the record could not be read.
TEST(LoadRecord, AClaimOfARunThatIsNotThereIsSaidSo) {
  GradeRecord record = example("timed");
  Measurement claimed = record.measurements.at(0);
  claimed.run = 7;
  record.written = WrittenFindings{true, {}, {{"speed", "Speed", claimed, {}, ClaimStanding::absent, ""}}};
  EXPECT_THAT(complaint(report::print_json(record)), testing::HasSubstr("/written: found a value of run 7"));
}

TEST(LoadRecord, BrokenPartsAreNamedWithTheirPlace) {
  EXPECT_NE(complaint(changed(timed(), "\"clock\": \"cpu\"", "\"clock\": \"sun\""))
                .find("expected \"cpu\", \"wall\" or \"device\""),
            std::string::npos);
  EXPECT_NE(complaint(changed(timed(), std::string(64, 'b'), "xyz")).find("/fingerprints/lab: found \"xyz\""),
            std::string::npos);
  EXPECT_NE(complaint(changed(timed(), "\"tolerance\": 0.03", "\"tolerance\": 3")).find("/runs/0/tolerance"),
            std::string::npos);
  EXPECT_NE(complaint(changed(timed(), "\"error_rate\": 0.01", "\"error_rate\": 0")).find("/plan/error_rate"),
            std::string::npos);
  EXPECT_NE(complaint(changed(timed(), "\"most_processes\": 20", "\"most_processes\": 4"))
                .find("at least as many as least_processes"),
            std::string::npos);
}

// A limit above that of any plan, so that one record cannot fill a machine's memory.
TEST(LoadRecord, APairedTimingHasAtMostAHundredProcesses) {
  GradeRecord record = example("timed");
  auto& processes = record.measurements[0].paired_timing->processes;
  processes.assign(101, processes.front());
  EXPECT_NE(complaint(report::print_json(record)).find("/measurements/0/paired_timing/processes"),
            std::string::npos);
  processes.resize(100);
  EXPECT_EQ(complaint(report::print_json(record)), "no complaint");
}

}  // namespace
}  // namespace gridmark
