#include "tests/report/example_records.h"

#include <stdexcept>

#include "tests/report/example_crash.h"
#include "tests/report/example_parts.h"
#include "tests/report/example_race.h"
#include "tests/report/example_ranks.h"

namespace gridmark {
namespace {

const Curve sectors{Curve::Kind::steps, Curve::Better::lower, {{1.05, 1}, {2, 0.5}}};
const Curve clean{Curve::Kind::linear, Curve::Better::higher, {{4, 1}, {0, 0}}};

ItemScore measured(ItemScore item, const Curve& curve, double value, std::string unit, std::string detail) {
  item.curve = curve;
  item.measurements.push_back({item.id + ".value", value, std::move(unit), Device::emulated, Flavour::counted,
                               Provenance::counted, std::move(detail), item.place,
                               curve.knots.front().limit});
  return item;
}

TestResult passed(std::string name) { return {std::move(name), Outcome::passed, "", {}, "", 0.125}; }

GradeRecord perfect() {
  GradeRecord record = frame(5, 5);
  record.criteria = {{"kernels", "Correct kernels", 2, 2}, {"memory", "How the kernels touch memory", 3, 3}};
  ItemScore naive = item("naive_correct", "matmul_naive is right for every shape", "kernels", 2, 2);
  naive.tests = {"MatmulNaive.Square", "MatmulNaive.Ragged"};
  ItemScore coalesced = item("coalesced_sectors", "matmul_coalesced wastes no sectors", "memory", 3, 3);
  record.items = {
      naive, measured(coalesced, sectors, 1, "ratio", "the kernel moves 1.00 times the sectors it needs")};
  record.tests = {passed("MatmulNaive.Square"), passed("MatmulNaive.Ragged"), passed("Counted.Coalesced")};
  record.measurements = record.items[1].measurements;
  return record;
}

GradeRecord mixed() {
  GradeRecord record = frame(5.5, 12);
  record.submission = "students/änne/lab1";
  record.criteria = {{"kernels", "Correct kernels", 2, 4},
                     {"memory", "Speicherzugriffe – wie oft, wie viel? 行列積", 3.5, 8}};
  ItemScore naive = item("naive_correct", "matmul_naive is right for every shape", "kernels", 2, 2);
  naive.tests = {"MatmulNaive.Square"};
  ItemScore tiled = failed(
      item("tiled_correct", "matmul_tiled is right for every shape", "kernels", 0, 2), Outcome::crashed,
      "matmul_tiled(17 x 31 x 13) reads 4 bytes past the end of b in block (1, 0), thread (15, 0): "
      "check the column against n before you load (and 2 more of 6 tests fail)",
      Place{"benchmark.cu", 42});
  tiled.tests = {"MatmulTiled.Ragged", "MatmulTiled.OneByOne"};
  ItemScore coalesced = failed(
      item("coalesced_sectors", "matmul_coalesced moves hardly more sectors than it needs", "memory", 1.5, 3),
      Outcome::passed,
      "the kernel moves 1.80 times the sectors that it needs; 1.05 or less earns all 3 points",
      Place{"benchmark.cu", 27});
  ItemScore conflicts = failed(
      item("tiled_conflicts",
           "größere Kacheln ohne Bankkonflikte in matmul_tiled, auch bei krummen Formen und vielen Zeilen",
           "memory", 0, 2),
      Outcome::crashed, "needs full points in tiled_correct first", Place{"benchmark.cu", 42});
  conflicts.unmet_need = "tiled_correct";
  ItemScore hazards =
      item("no_hazards", "no race, out-of-bounds access or uninitialised read", "memory", 2, 2);
  ItemScore overlap = failed(item("overlap", "copies run beside kernels", "memory", 0, 1), Outcome::not_run,
                             "the rubric has no target for the emulated device", {});
  record.items = {
      naive,
      tiled,
      measured(coalesced, sectors, 1.8, "ratio", "the kernel moves 1.80 times the sectors that it needs"),
      conflicts,
      measured(hazards, clean, 4, "kernels", ""),
      overlap};
  record.tests = {passed("MatmulNaive.Square"),
                  {"MatmulTiled.Ragged", Outcome::crashed, "matmul_tiled(17 x 31 x 13) reads past b",
                   Place{"benchmark.cu", 42}, "tile 0\ntile 1\n", 0.5},
                  {"MatmulTiled.OneByOne", Outcome::wrong_answer, "c[0] is 0, expected 3.5", {}, "", 0.062}};
  WarpAccess strided{WarpAccess::Kind::load, 4, {}, {}};
  for (int lane = 0; lane < 32; ++lane) strided.lanes.push_back(lane), strided.offsets.push_back(8 * lane);
  record.items[2].measurements[0].access = strided;
  record.measurements = {record.items[2].measurements[0], record.items[4].measurements[0]};
  return record;
}

GradeRecord no_build() {
  GradeRecord record = frame(0, 4);
  record.submission = "my lab";
  record.criteria = {{"kernels", "Correct kernels", 0, 4}};
  const std::string reason = "the submission does not compile: expected ';' before '}' token";
  for (const char* id : {"naive_correct", "tiled_correct"})
    record.items.push_back(failed(item(id, std::string(id) + " for every shape", "kernels", 0, 2),
                                  Outcome::build_failed, reason, Place{"benchmark.cu", 7}));
  std::string words =
      "benchmark.cu: In function 'void naive(const float*, float*, int)':\n"
      "benchmark.cu:7:18: error: expected ';' before '}' token\n"
      "    7 |   c[i] = sum + 0\n"
      "      |                  ^\n"
      "      |                  ;\n"
      "    8 | \t}\n";
  for (int i = 0; i < 20; ++i)
    words += "benchmark.cu:" + std::to_string(20 + i) + ":1: error: more of the same\n";
  record.builds = {
      {Device::emulated, Flavour::fast, Outcome::build_failed, words, Place{"benchmark.cu", 7}, 0.75},
      {Device::emulated, Flavour::counted, Outcome::build_failed, words, Place{"benchmark.cu", 7}, 0.75}};
  record.excerpts = {{"benchmark.cu",
                      5,
                      {"  float sum = 0;", "\tfor (int i = 0; i < n; ++i)  // größer als <n>",
                       "  c[i] = sum + 0", "\t}", "}"}}};
  record.missing = {"memory_profiling.cu"};
  record.ignored = {{"a.out", "not a file of this lab"}, {"link.cu", "symbolic link"}};
  return record;
}

GradeRecord partial() {
  GradeRecord record = frame(2, 2);
  record.complete = false;
  record.criteria = {{"kernels", "Correct kernels", 2, 2}, {"memory", "Memory", 0, 0}};
  record.items = {item("naive_correct", "matmul_naive is right", "kernels", 2, 2),
                  failed(item("coalesced_sectors", "matmul_coalesced wastes no sectors", "memory", 0, 3),
                         Outcome::not_run, "left out of this run", {})};
  record.tests = {passed("MatmulNaive.Square")};
  return record;
}

GradeRecord hostile() {
  const std::string script = "<script>alert(1)</script>", quote = "\"'><img src=x onerror=alert(1)>";
  const std::string escape = "\x1b[2J\x1b]0;owned\x07", bytes = "\xff\xfe\xc3", turn = "\u202egnp.\u2066";
  GradeRecord record = frame(1, 3);
  record.title = script + " & " + quote;
  record.submission = "dir\nwith " + turn + bytes + escape;
  record.criteria = {{"c\" onclick=\"x", script + escape, 1, 3}};
  ItemScore bad =
      failed(item("i\" onclick=\"x", quote + bytes, "c\" onclick=\"x", 1, 3), Outcome::wrong_answer,
             "line one\nline two " + script + escape + bytes + turn, Place{quote + "\n.cu", 3});
  bad.tests = {script};
  bad = measured(bad, sectors, 2, script, quote);
  record.items = {bad};
  record.tests = {{script, Outcome::output_limit, quote + escape, Place{bytes + ".cu", 1},
                   "</pre>" + script + "\r" + escape + "\n" + bytes + "\n", 1}};
  record.measurements = bad.measurements;
  record.builds = {
      {Device::emulated, Flavour::fast, Outcome::passed, "warning: </pre>" + script + escape + bytes, {}, 1}};
  record.missing = {script};
  record.ignored = {{"🚀 a\nb " + quote + bytes, "symbolic link"}};
  record.plots = {{script,
                   quote + bytes,
                   script,
                   {script, quote, false},
                   {escape, turn, false},
                   {{"</text>" + script + bytes, Provenance::claimed, {1, 2}, {-1e100, 1e100}}},
                   {{1e100, script}}}};
  return record;
}

/// A report with a claim in each state, points from a person, and an item that waits for a person.
GradeRecord with_report() {
  GradeRecord record = frame(3.25, 8);
  record.points_at_most = 5.25;
  record.pass_mark = 0.5;
  record.criteria = {{"report", "The report", 3.25, 8}};
  ItemScore claims =
      failed(item("report_claims", "the numbers claimed are gridmark's own", "report", 1.75, 3),
             Outcome::wrong_answer, "tiled_loads is claimed as 0.25 ratio, and gridmark counted 0.03125",
             Place{"REPORT.md", 14});
  ItemScore style = failed(item("report_style", "the report is well written", "report", 1.5, 3),
                           Outcome::passed, "Ada gave 1.5 points: say <why>", {});
  ItemScore analysis = failed(item("report_analysis", "the analysis explains it", "report", 0, 2),
                              Outcome::ungraded, "a person gives these points, and has not yet", {});
  analysis.verdict = Verdict::inconclusive;
  analysis.open = 2;
  const auto value = [](std::string name, double number, std::string unit, Provenance provenance) {
    return Measurement{
        std::move(name),        number, std::move(unit), Device::emulated, Flavour::counted, provenance, "",
        Place{"REPORT.md", 14}, {}};
  };
  const Measurement wrong = value("tiled_loads", 0.25, "ratio", Provenance::claimed);
  claims.measurements = {wrong};
  record.items = {claims, style, analysis};
  record.manual = {{record.submission, "report_style", 1.5, "Ada", "say <why>"}};
  record.written = WrittenFindings{
      true,
      {{WrittenAspect::sections, 2, 2, {}},
       {WrittenAspect::claims,
        2,
        5,
        {{claims.reason, claims.place}, {"x is not claimed", Place{"REPORT.md", 12}}}},
       {WrittenAspect::plots, 0, 0, {}},
       {WrittenAspect::work_log, 0, 1, {{"this step has no <b>conclusion</b>", Place{"REPORT.md", 30}}}}},
      {{"tiled_loads", "bytes <loaded>", wrong,
        value("tiled.load_ratio", 0.03125, "ratio", Provenance::counted), ClaimStanding::differs,
        claims.reason},
       {"excess", "", value("excess", 1, "ratio", Provenance::claimed),
        value("excess", 1, "ratio", Provenance::counted), ClaimStanding::agrees, ""},
       {"time", "", value("time", 7.5, "ms", Provenance::claimed),
        value("time", 3, "ms", Provenance::measured), ClaimStanding::not_compared,
        "claimed on another device: not compared"},
       {"lost",
        "",
        value("lost", 1, "<i>", Provenance::claimed),
        {},
        ClaimStanding::unverifiable,
        "nothing was measured"},
       {"x", "", {}, {}, ClaimStanding::absent, "x is not claimed"}},
      {{"results/sweep.csv",
        "n",
        {100, 128, 500, 1000, 2000, 4096},
        {{"cpu_ms", {0.075, 0.15, 9, 71, 571, 4909}}, {"<device>_ms", {0.11, 0.12, 0.38, 1.3, 5.9, 32}}},
        {{"<device>_ms", "cpu_ms", 128}}}}};
  return record;
}

constexpr std::int64_t secret_step = 31337;  ///< bytes; unlike any other number of the example

/// An item that a hidden test decides, one that an announced test decides with it, and a value from a hidden
/// test. Texts that students must not read contain the word "secret".
GradeRecord hidden_tests() {
  GradeRecord record = frame(2, 8);
  record.criteria = {{"kernels", "Correct kernels", 0, 4}, {"memory", "Memory", 2, 4}};
  const Place place{"benchmark.cu", 12};
  const auto test = [](std::string name, Outcome outcome, std::string reason, Visibility visibility) {
    TestResult result{std::move(name), outcome, std::move(reason), {}, "", 0.25};
    result.visibility = visibility;
    return result;
  };
  using enum Visibility;
  record.tests = {
      test("Naive.Square", Outcome::passed, "", announced),
      test("Naive.SecretShape", Outcome::wrong_answer, "naive(secret 17 x 31): c[0] is 1", hidden),
      test("Tiled.Ragged", Outcome::wrong_answer, "c[3] is 0, expected 3.5", announced),
      test("Tiled.SecretShape", Outcome::crashed, "tiled(secret 5 x 7) reads past b", hidden),
      test("Counted.SecretShape", Outcome::passed, "", hidden)};
  record.tests[1].cause = Cause{Cause::Kind::race, "the secret race", {}};
  record.tests[1].wrong = WrongElements{"secret", 1, 1, 1, 1, {1}, {0}};
  record.tests[1].ranks = RankLanes{{{"waits for a secret", "benchmark.cu", 12}}, {}, {}, 0, 0};
  record.tests[1].crash =
      CrashPicture{{{"write a secret", 1, CrashCall::Fate::lost}}, 0, 0, {}, 0, "a secret"};
  record.tests[1].place = place, record.tests[1].output = "the student printed a secret";
  record.tests[2].place = Place{"benchmark.cu", 40};
  ItemScore naive = failed(item("naive_correct", "matmul_naive is right", "kernels", 0, 2),
                           Outcome::wrong_answer, "naive(secret 17 x 31): c[0] is 1", place);
  naive.tests = {"Naive.SecretShape", "Naive.Square"};
  naive.cause = record.tests[1].cause;
  ItemScore tiled = failed(item("tiled_correct", "matmul_tiled is right", "kernels", 0, 2), Outcome::crashed,
                           "tiled(secret 5 x 7) reads past b (and 1 more of 2 tests fails)", {});
  tiled.tests = {"Tiled.SecretShape", "Tiled.Ragged"};
  ItemScore sector = failed(item("sectors", "wastes no sectors", "memory", 2, 4), Outcome::passed,
                            "for secret 99 x 99 it moves 1.80 times; 1.05 or less earns all 4 points", place);
  sector.tests = {"Counted.SecretShape"};
  record.items = {naive, tiled,
                  measured(sector, sectors, 1.8, "ratio", "for secret 99 x 99 it moves 1.80 times")};
  record.items[2].measurements[0].access = WarpAccess{WarpAccess::Kind::load, 4, {0, 1}, {0, secret_step}};
  record.measurements = {record.items[2].measurements[0], record.items[2].measurements[0]};
  record.measurements[1].name = "secret.value";
  const PlotSeries line{"at 17 x 31", Provenance::counted, {1, 2}, {3, 4}};
  record.plots = {
      {"secret", "The secret shapes", "Naive.SecretShape", {"n", "", false}, {"t", "", false}, {line}, {}},
      {"seen", "All may see it", "Naive.Square", {"n", "", false}, {"t", "", false}, {line}, {}}};
  record.written = WrittenFindings{true,
                                   {},
                                   {{"speed",
                                     "",
                                     {},
                                     {},
                                     ClaimStanding::unverifiable,
                                     "no value: the test Naive.SecretShape did not pass"}},
                                   {}};
  return record;
}

}  // namespace

std::vector<Example> example_records() {
  std::vector<Example> all{{"perfect", perfect()},    {"mixed", mixed()},     {"no_build", no_build()},
                           {"partial", partial()},    {"hostile", hostile()}, {"report", with_report()},
                           {"timed", timed_lines()},  {"race", one_race()},   {"ranks", stuck_ranks()},
                           {"crash", crashed_saves()}};
  for (Example& one : all)
    for (TestResult& test : one.record.tests) test.visibility = Visibility::announced;
  all.push_back({"plots", plots()});
  all.push_back({"hidden", hidden_tests()});
  return all;
}

GradeRecord example(const std::string& name) {
  for (Example& one : example_records())
    if (one.name == name) return one.record;
  throw std::logic_error("no example " + name);
}

}  // namespace gridmark
