#include "tests/report/example_parts.h"

namespace gridmark {

ItemScore item(std::string id, std::string title, std::string criterion, Points points, Points worth) {
  ItemScore item;
  item.id = std::move(id);
  item.title = std::move(title);
  item.criterion = std::move(criterion);
  item.points = points;
  item.max_points = worth;
  item.outcome = Outcome::passed;
  item.verdict = points == worth ? Verdict::pass : Verdict::fail;
  return item;
}

ItemScore failed(ItemScore item, Outcome outcome, std::string reason, std::optional<Place> place) {
  item.outcome = outcome;
  item.verdict = outcome == Outcome::not_run ? Verdict::inconclusive : Verdict::fail;
  item.reason = std::move(reason);
  item.place = std::move(place);
  return item;
}

GradeRecord frame(Points points, Points worth) {
  GradeRecord record;
  record.version = "0.1.0";
  record.lab = "lab1-gpu-basics";
  record.title = "GPU basics";
  record.submission = "solutions/lab1-gpu-basics";
  record.sandbox = "bubblewrap";
  record.points = points;
  record.max_points = worth;
  record.passing = points >= worth * record.pass_mark;
  record.started = "2026-01-31T23:59:00Z";
  record.seconds = 3.25;
  record.builds = {{Device::emulated, Flavour::fast, Outcome::passed, "", {}, 1.5},
                   {Device::emulated, Flavour::counted, Outcome::passed, "", {}, 1.625}};
  return record;
}

namespace {

timing::Timed call(double seconds) { return {seconds, seconds + 0.001, 0, 0, 0, 2100}; }

Measurement timed(std::string name, double low, double high, int run, PairedTimingWork work) {
  Measurement seen{std::move(name),
                   (low + high) / 2,
                   "ratio",
                   Device::emulated,
                   Flavour::fast,
                   Provenance::measured,
                   "as fast as that",
                   {},
                   1.0};
  seen.paired_timing.emplace();
  seen.paired_timing->low = low, seen.paired_timing->high = high;
  seen.paired_timing->clock = timing::ClockKind::cpu, seen.paired_timing->clock_source = "cgroup2";
  seen.paired_timing->pairs = 2, seen.paired_timing->seconds = 4.5;
  seen.paired_timing->processes = {{0.001, {{call(0.021), call(0.016)}, {call(0.02), call(0.017)}}}};
  seen.paired_timing->work = work;
  seen.run = run;
  return seen;
}

}  // namespace

GradeRecord timed_lines() {
  GradeRecord record = frame(6, 12);
  record.points_at_most = 12;
  record.criteria = {{"speed", "How fast it is", 6, 12}};
  const Curve faster{Curve::Kind::steps, Curve::Better::higher, {{1, 1}, {0.5, 0.5}}};
  ItemScore settled = item("tiled_speed", "matmul_tiled is as fast as the reference", "speed", 4, 4);
  ItemScore open = failed(item("naive_speed", "matmul_naive keeps up", "speed", 2, 4), Outcome::deferred,
                          "naive.speed lies between 0.9 and 1.1 after 4 s, which does not settle it: scored "
                          "as the low end. A grade on a quieter machine may earn up to 4 points",
                          {});
  ItemScore untimed =
      failed(item("regtile_speed", "matmul_regtile is faster", "speed", 0, 4), Outcome::deferred,
             "was not timed: this machine is too restless to time anything; a grade on a quieter "
             "machine may earn up to 4 points",
             {});
  open.verdict = untimed.verdict = Verdict::inconclusive;
  open.open = 2, untimed.open = 4;
  for (ItemScore* one : {&settled, &open, &untimed}) one->curve = faster;
  settled.run = 1;
  record.measurements = {timed("tiled.speed", 1.1, 1.3, 1, {33.5e6, 4.2e6}),
                         timed("naive.speed", 0.9, 1.1, 0, {2.1e6, 12.6e6})};
  settled.measurements = {record.measurements[0]}, open.measurements = {record.measurements[1]};
  for (ItemScore* one : {&settled, &open}) one->measurements[0].paired_timing->processes.clear();
  record.items = {settled, open, untimed};
  record.deferred = {{"regtile.speed", "this machine is too restless to time anything"}};
  record.fingerprints = {std::string(64, 'a'), std::string(64, 'b'), std::string(64, 'c')};
  MachineBaseline baseline{"boot",
                           "2026-01-31T22:00:00Z",
                           {"A Processor (R) <2>", 2, 2100, 2e10, 1e11, 5e10},
                           {"gridmark emulated device", 108, 12040, 6e9, 4e9, 1e-6, 8e-7, 5e9}};
  record.runs = {
      {record.started, Device::emulated, "bubblewrap", "laptop", "aaaaaaaaaaaa", 0.03, baseline},
      {"2026-02-01T08:00:00Z", Device::emulated, "bubblewrap", "rowan", "bbbbbbbbbbbb", 0.03, baseline}};
  return record;
}

GradeRecord plots() {
  GradeRecord record = frame(4, 4);
  record.criteria = {{"memory", "Memory", 4, 4}};
  record.items = {item("flash_memory", "attention without its matrix", "memory", 4, 4)};
  Plot memory{"attention_memory",
              "Attention's memory against the sequence's length",
              "Memory.OfAttention",
              {"sequence length", "tokens", true},
              {"peak", "bytes", true},
              {{"naive", Provenance::counted, {256, 512, 1024}, {1.2e6, 4.5e6, 17.3e6}},
               {"flash", Provenance::modelled, {256, 512, 1024, 2048}, {0.3e6, 0.6e6, 1.2e6, 2.4e6}}},
              {{512, "4x at 512"}}};
  Plot scale{"scale",
             "The scale over 100 steps",
             "Scaler.OverSteps",
             {"step", "", false},
             {"scale", "", true},
             {{"scale", Provenance::measured, {}, {}}},
             {}};
  for (int step = 0; step < 100; ++step) {
    scale.series[0].at.push_back(step);
    scale.series[0].values.push_back(step % 30 == 29 ? 1024 : 2048);
  }
  const Plot nothing{"nothing", "Nothing", "Memory.OfAttention", {"step", "", false}, {"bytes", "", false},
                     {},        {}};
  record.plots = {memory, scale, nothing};
  return record;
}

}  // namespace gridmark
