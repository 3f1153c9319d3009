// Duels in a checker's results and in a rubric; what gridmark-machine prints.
#include <gtest/gtest.h>

#include "grader/load/load_checker_results.h"
#include "grader/load/load_machine.h"
#include "grader/load/load_rubric.h"
#include "tests/load/sample_text.h"

namespace gridmark {
namespace {

const std::string results =
    R"({"checker":"lab9","device":"emulated","tests":["Timed.A","Timed.B"]}
{"test":{"name":"Timed.A","outcome":"passed","reason":"","output":"","seconds":4}}
{"measurement":{"name":"a.speed","value":1.5,"unit":"ratio","device":"emulated","flavour":"fast","provenance":"measured","detail":"d","test":"Timed.A","duel":{"low":1.4,"high":1.6,"settled":true,"clock":"cpu","clock_source":"cgroup2","questions_per_bell":3,"pairs":6,"contaminated_pairs":1,"seconds":2.5,"processes":[{"overhead_seconds":0.001,"pairs":[{"reference":[0.03,0.04,0.001,0.002,0,2000],"student":[0.02,0.03,0,0,0,2000]}]}]}}}
{"test":{"name":"Timed.B","outcome":"passed","reason":"","output":"","seconds":0}}
{"deferred":{"measurement":"b.speed","reason":"the machine is restless","test":"Timed.B"}}
{"finished":{"tests":2,"sandbox":"bubblewrap"}}
)";

std::string duel_complaint(const std::string& text) {
  const auto loaded = load_checker_results(text);
  return loaded ? "no complaint" : sentence(loaded.error());
}

TEST(LoadDuel, ReadsTheIntervalAndEverySample) {
  const auto loaded = load_checker_results(results);
  ASSERT_TRUE(loaded) << sentence(loaded.error());
  const DuelFacts& duel = loaded->measurements.at(0).duel.value();
  EXPECT_EQ(duel.low, 1.4);
  EXPECT_EQ(duel.high, 1.6);
  EXPECT_TRUE(duel.settled);
  EXPECT_EQ(duel.clock_source, "cgroup2");
  EXPECT_EQ(duel.questions_per_bell, 3);
  EXPECT_EQ(duel.contaminated_pairs, 1);
  ASSERT_EQ(duel.processes.size(), 1U);
  EXPECT_EQ(duel.processes[0].overhead_seconds, 0.001);
  EXPECT_EQ(duel.processes[0].pairs.at(0).reference, (timing::Timed{0.03, 0.04, 0.001, 0.002, 0, 2000}));
  EXPECT_EQ(loaded->deferred, (std::vector<Deferral>{{"b.speed", "the machine is restless"}}));
}

TEST(LoadDuel, BrokenOnesAreSaidWhere) {
  EXPECT_EQ(
      duel_complaint(changed(results, "[0.02,0.03,0,0,0,2000]", "[0.02]")),
      "checker results:3: /measurement/duel/processes/0/pairs/0/student: found an array, expected 6 "
      "numbers: CPU, wall, waited, stalled and stolen seconds, and the fastest processor's MHz (0 where "
      "unknown)");
  EXPECT_NE(duel_complaint(changed(results, "\"low\":1.4", "\"low\":-1")).find("/measurement/duel/low"),
            std::string::npos);
  EXPECT_NE(duel_complaint(changed(results, "\"reason\":\"the machine is restless\"", "\"reason\":\"\""))
                .find("/deferred/reason"),
            std::string::npos);
}

std::string with_plan(const std::string& plan) {
  return changed(results, R"("seconds":2.5)", R"("seconds":2.5,"plan":)" + plan);
}

TEST(LoadDuel, APlanSaysHowOftenTheIntervalIsLookedAt) {
  const std::string plan = R"({"least_processes":5,"most_processes":16,"error_rate":0.01,"looks":4})";
  EXPECT_EQ(load_checker_results(with_plan(plan)).value().measurements.at(0).duel->plan,
            (DuelPlan{5, 16, 4, 0.01}));
  EXPECT_NE(duel_complaint(with_plan(changed(plan, "\"looks\":4", "\"looks\":13")))
                .find("/plan/looks: found 13, expected a number of looks, at most one after each process"),
            std::string::npos);
}

// What they were judged with must not become less strict when a newer gridmark scores them again.
TEST(LoadDuel, APlanWithoutLooksIsOfAGridmarkThatLookedAfterEachProcess) {
  const std::string plan = R"({"least_processes":5,"most_processes":16,"error_rate":0.01})";
  EXPECT_EQ(load_checker_results(with_plan(plan)).value().measurements.at(0).duel->plan.looks, 12);
  EXPECT_EQ(load_checker_results(results).value().measurements.at(0).duel->plan, (DuelPlan{5, 16, 12, 0.01}));
}

const std::string duel_rubric = R"({"lab": "lab9", "criteria": [{"id": "speed", "title": "Speed", "items": [
  {"id": "quick", "title": "It is quick", "points": 2, "lanes": {"emulated": {
    "measurement": "a.speed", "from": "Timed.A", "flavour": "fast", "unit": "ratio", "duel": {"seconds": 8},
    "curve": {"kind": "steps", "better": "higher", "knots": [[2, 1], [1.5, 0.5]]}}}}]}]})";

std::string duel_rubric_complaint(const std::string& text) {
  const auto loaded = parse_rubric(text, "r.json", "lab9");
  return loaded ? "no complaint" : sentence(loaded.error());
}

TEST(LoadDuel, ALaneSaysHowLongADuelMayTry) {
  const auto loaded = parse_rubric(duel_rubric, "r.json", "lab9");
  ASSERT_TRUE(loaded) << sentence(loaded.error());
  EXPECT_EQ(loaded->criteria[0].items[0].lanes.at(Device::emulated).duel_seconds, 8);
}

TEST(LoadDuel, ADuelNeedsStepsWhereHigherIsBetterOfTheFastBuild) {
  const std::string wrong_curve =
      "r.json: /criteria/0/items/0/lanes/emulated/duel: found a duel on another curve, expected \"steps\" "
      "where "
      "\"higher\" is better";
  EXPECT_EQ(duel_rubric_complaint(changed(duel_rubric, "\"steps\"", "\"linear\"")), wrong_curve);
  EXPECT_EQ(duel_rubric_complaint(changed(duel_rubric, "\"fast\"", "\"counted\"")),
            "r.json: /criteria/0/items/0/lanes/emulated/duel: found a duel of the counted flavour, expected "
            "\"fast\"");
  EXPECT_NE(duel_rubric_complaint(changed(duel_rubric, "\"seconds\": 8", "\"seconds\": 0")).find("1 to 600"),
            std::string::npos);
}

const std::string host =
    R"({"version":1,"boot":"b","host":{"processor":"P","cores":2,"clock_mhz":2000,"bytes_per_second":1e10,"flops_per_second":1e11,"flops_per_second_of_one_core":6e10}})";
const std::string device =
    R"({"name":"emulated","multiprocessors":108,"runtime_version":12040,"bytes_per_second":3e9,"flops_per_second":9e8,"launch_seconds":1e-6,"copy_alpha_seconds":8e-7,"copy_beta_bytes_per_second":5e9})";

TEST(LoadPassport, IsJoinedFromTheTwoPrograms) {
  const auto text = join_passport(host, device);
  ASSERT_TRUE(text) << sentence(text.error());
  const auto passport = load_passport(*text, "passport.json");
  ASSERT_TRUE(passport) << sentence(passport.error());
  EXPECT_EQ(passport->boot, "b");
  EXPECT_EQ(passport->cores, 2);
  EXPECT_EQ(passport->flops_per_second, 1e11);
  EXPECT_EQ(passport->device.copy_beta_bytes_per_second, 5e9);
}

TEST(LoadPassport, AnotherVersionOrABrokenFileIsSaidSo) {
  const auto refused = [](const std::string& text) {
    const auto loaded = load_passport(text, "passport.json");
    return loaded ? "no complaint" : sentence(loaded.error());
  };
  EXPECT_NE(refused(changed(join_passport(host, device).value(), "\"version\": 1", "\"version\": 2"))
                .find("/version"),
            std::string::npos);
  EXPECT_NE(refused("").find("passport.json"), std::string::npos);
  EXPECT_FALSE(join_passport("[]", device));
  EXPECT_FALSE(join_passport(host, "{}"));
}

TEST(LoadTimingCheck, ReadsBothClocks) {
  const std::string side =
      R"({"fit":FIT,"sentence":"s","low":0.99,"high":1.01,"processes":4,"pairs":24,"contaminated_pairs":1,"clock_source":"cgroup1","stalled_share":0.5,"stolen_share":0.01,"clock_mhz":[2000,2000],"seconds":3})";
  const auto check = load_timing_check(R"({"load":3.5,"cores":2,"cpu":)" + changed(side, "FIT", "true") +
                                       ",\"wall\":" + changed(side, "FIT", "false") + "}");
  ASSERT_TRUE(check) << sentence(check.error());
  EXPECT_TRUE(check->cpu.fit);
  EXPECT_FALSE(check->wall.fit);
  EXPECT_EQ(check->load, 3.5);
  EXPECT_EQ(check->wall.stalled_share, 0.5);
  EXPECT_FALSE(load_timing_check("{}"));
}

}  // namespace
}  // namespace gridmark
