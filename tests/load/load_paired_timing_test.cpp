// Paired timings in a checker's results and in a rubric, and gridmark-machine's output.
#include <gtest/gtest.h>

#include "grader/load/load_checker_results.h"
#include "grader/load/load_machine.h"
#include "grader/load/load_rubric.h"
#include "tests/load/sample_text.h"

namespace gridmark::load {
namespace {

const std::string results =
    R"({"checker":"lab9","device":"emulated","tests":["Timed.A","Timed.B"]}
{"test":{"name":"Timed.A","outcome":"passed","reason":"","output":"","seconds":4}}
{"measurement":{"name":"a.speed","value":1.5,"unit":"ratio","device":"emulated","flavour":"fast","provenance":"measured","detail":"d","test":"Timed.A","paired_timing":{"low":1.4,"high":1.6,"settled":true,"clock":"cpu","clock_source":"cgroup2","calls_per_bell":3,"pairs":6,"contaminated_pairs":1,"seconds":2.5,"processes":[{"overhead_seconds":0.001,"pairs":[{"reference":[0.03,0.04,0.001,0.002,0,2000],"student":[0.02,0.03,0,0,0,2000]}]}]}}}
{"test":{"name":"Timed.B","outcome":"passed","reason":"","output":"","seconds":0}}
{"deferred":{"measurement":"b.speed","reason":"the machine is restless","test":"Timed.B"}}
{"finished":{"tests":2,"sandbox":"bubblewrap"}}
)";

std::string paired_timing_complaint(const std::string& text) {
  const auto loaded = load_checker_results(text);
  return loaded ? "no complaint" : message_of(loaded.error());
}

TEST(LoadPairedTiming, ReadsTheIntervalAndEverySample) {
  const auto loaded = load_checker_results(results);
  ASSERT_TRUE(loaded) << message_of(loaded.error());
  const PairedTimingFacts& paired_timing = loaded->measurements.at(0).paired_timing.value();
  EXPECT_EQ(paired_timing.low, 1.4);
  EXPECT_EQ(paired_timing.high, 1.6);
  EXPECT_TRUE(paired_timing.settled);
  EXPECT_EQ(paired_timing.clock_source, "cgroup2");
  EXPECT_EQ(paired_timing.calls_per_bell, 3);
  EXPECT_EQ(paired_timing.contaminated_pairs, 1);
  ASSERT_EQ(paired_timing.processes.size(), 1U);
  EXPECT_EQ(paired_timing.processes[0].overhead_seconds, 0.001);
  EXPECT_EQ(paired_timing.processes[0].pairs.at(0).reference,
            (timing::Timed{0.03, 0.04, 0.001, 0.002, 0, 2000}));
  EXPECT_EQ(loaded->deferred, (std::vector<Deferral>{{"b.speed", "the machine is restless"}}));
}

TEST(LoadPairedTiming, BrokenOnesAreSaidWhere) {
  EXPECT_EQ(
      paired_timing_complaint(changed(results, "[0.02,0.03,0,0,0,2000]", "[0.02]")),
      "checker results:3: /measurement/paired_timing/processes/0/pairs/0/student: found an array, expected 6 "
      "numbers: CPU, wall, waited, stalled and stolen seconds, and the fastest processor's MHz (0 where "
      "unknown)");
  EXPECT_NE(paired_timing_complaint(changed(results, "\"low\":1.4", "\"low\":-1"))
                .find("/measurement/paired_timing/low"),
            std::string::npos);
  EXPECT_NE(
      paired_timing_complaint(changed(results, "\"reason\":\"the machine is restless\"", "\"reason\":\"\""))
          .find("/deferred/reason"),
      std::string::npos);
}

std::string with_plan(const std::string& plan) {
  return changed(results, R"("seconds":2.5)", R"("seconds":2.5,"plan":)" + plan);
}

TEST(LoadPairedTiming, APlanSaysHowOftenTheIntervalIsLookedAt) {
  const std::string plan = R"({"least_processes":5,"most_processes":16,"error_rate":0.01,"looks":4})";
  EXPECT_EQ(load_checker_results(with_plan(plan)).value().measurements.at(0).paired_timing->plan,
            (PairedTimingPlan{5, 16, 4, 0.01}));
  EXPECT_NE(paired_timing_complaint(with_plan(changed(plan, "\"looks\":4", "\"looks\":13")))
                .find("/plan/looks: found 13, expected a number of looks, at most one after each process"),
            std::string::npos);
}

// A newer gridmark must not apply a less strict plan when it scores old records again.
TEST(LoadPairedTiming, APlanWithoutLooksIsOfAGridmarkThatLookedAfterEachProcess) {
  const std::string plan = R"({"least_processes":5,"most_processes":16,"error_rate":0.01})";
  EXPECT_EQ(load_checker_results(with_plan(plan)).value().measurements.at(0).paired_timing->plan.looks, 12);
  EXPECT_EQ(load_checker_results(results).value().measurements.at(0).paired_timing->plan,
            (PairedTimingPlan{5, 16, 12, 0.01}));
}

const std::string paired_timing_rubric =
    R"({"lab": "lab9", "criteria": [{"id": "speed", "title": "Speed", "items": [
  {"id": "quick", "title": "It is quick", "points": 2, "targets": {"emulated": {
    "measurement": "a.speed", "from": "Timed.A", "flavour": "fast", "unit": "ratio", "paired_timing": {"seconds": 8},
    "curve": {"kind": "steps", "better": "higher", "knots": [[2, 1], [1.5, 0.5]]}}}}]}]})";

std::string paired_timing_rubric_complaint(const std::string& text) {
  const auto loaded = parse_rubric(text, "r.json", "lab9");
  return loaded ? "no complaint" : message_of(loaded.error());
}

TEST(LoadPairedTiming, ATargetSaysHowLongAPairedTimingMayTry) {
  const auto loaded = parse_rubric(paired_timing_rubric, "r.json", "lab9");
  ASSERT_TRUE(loaded) << message_of(loaded.error());
  EXPECT_EQ(loaded->criteria[0].items[0].targets.at(Device::emulated).paired_timing_seconds, 8);
}

TEST(LoadPairedTiming, APairedTimingNeedsStepsWhereHigherIsBetterOfTheFastBuild) {
  const std::string wrong_curve =
      "r.json: /criteria/0/items/0/targets/emulated/paired_timing: found a paired timing on another curve, "
      "expected \"steps\" "
      "where "
      "\"higher\" is better";
  EXPECT_EQ(paired_timing_rubric_complaint(changed(paired_timing_rubric, "\"steps\"", "\"linear\"")),
            wrong_curve);
  EXPECT_EQ(paired_timing_rubric_complaint(changed(paired_timing_rubric, "\"fast\"", "\"counted\"")),
            "r.json: /criteria/0/items/0/targets/emulated/paired_timing: found a paired timing of the "
            "counted flavour, expected "
            "\"fast\"");
  EXPECT_NE(paired_timing_rubric_complaint(changed(paired_timing_rubric, "\"seconds\": 8", "\"seconds\": 0"))
                .find("1 to 600"),
            std::string::npos);
}

const std::string baseline_text =
    R"({"version":1,"boot":"b","host":{"processor":"P","cores":2,"clock_mhz":2000,"bytes_per_second":1e10,"flops_per_second":1e11,"flops_per_second_of_one_core":6e10},)"
    R"("device":{"name":"emulated","multiprocessors":108,"runtime_version":12040,"bytes_per_second":3e9,"flops_per_second":9e8,"launch_seconds":1e-6,"copy_alpha_seconds":8e-7,"copy_beta_bytes_per_second":5e9}})";
constexpr char noon[] = "2026-10-01T12:00:00Z";

TEST(LoadMachineBaseline, IsWhatTheProgramPrintsWithTheTimeOfMeasuring) {
  const auto text = dated_baseline(baseline_text, noon);
  ASSERT_TRUE(text) << message_of(text.error());
  const auto baseline = load_baseline(*text, "machine-baseline.json");
  ASSERT_TRUE(baseline) << message_of(baseline.error());
  EXPECT_EQ(baseline->boot, "b");
  EXPECT_EQ(baseline->measured, noon);
  EXPECT_EQ(baseline->host.cores, 2);
  EXPECT_EQ(baseline->host.flops_per_second, 1e11);
  EXPECT_EQ(baseline->device.copy_beta_bytes_per_second, 5e9);
}

TEST(LoadMachineBaseline, RefusesAnotherVersionOrABrokenFile) {
  const auto refused = [](const std::string& text) {
    const auto loaded = load_baseline(text, "machine-baseline.json");
    return loaded ? "no complaint" : message_of(loaded.error());
  };
  EXPECT_NE(refused(changed(baseline_text, "\"version\":1", "\"version\":2")).find("/version"),
            std::string::npos);
  EXPECT_NE(refused("").find("machine-baseline.json"), std::string::npos);
  EXPECT_FALSE(dated_baseline("[]", noon));
  EXPECT_FALSE(dated_baseline(R"({"version":1,"boot":"b"})", noon));
}

TEST(LoadTimingCheck, ReadsBothClocks) {
  const std::string side =
      R"({"fit":FIT,"message":"s","low":0.99,"high":1.01,"processes":4,"pairs":24,"contaminated_pairs":1,"clock_source":"cgroup1","stalled_share":0.5,"stolen_share":0.01,"clock_mhz":[2000,2000],"seconds":3})";
  const auto check = load_timing_check(R"({"load":3.5,"cores":2,"cpu":)" + changed(side, "FIT", "true") +
                                       ",\"wall\":" + changed(side, "FIT", "false") + "}");
  ASSERT_TRUE(check) << message_of(check.error());
  EXPECT_TRUE(check->cpu.fit);
  EXPECT_FALSE(check->wall.fit);
  EXPECT_EQ(check->load, 3.5);
  EXPECT_EQ(check->wall.stalled_share, 0.5);
  EXPECT_FALSE(load_timing_check("{}"));
}

}  // namespace
}  // namespace gridmark::load
