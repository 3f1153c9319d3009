#pragma once
// The sample lab of tests/score with a timed item, in records of two machines.
#include "grader/core/sha256.h"
#include "tests/score/sample.h"

namespace gridmark::pipeline {

struct TimedSample : Sample {
  TimedSample() {
    rubric.criteria[1].items[0].targets.at(Device::emulated) = {
        "quick.speed",
        "Counted.Quick",
        Flavour::fast,
        "ratio",
        {Curve::Kind::steps, Curve::Better::higher, {{2, 1}, {1.5, 0.5}}},
        10};
    rubric.fingerprint = sha256("rubric");
    facts.fingerprints = {sha256("files"), sha256("lab"), rubric.fingerprint};
    facts.runs = {{"2026-01-31T23:59:00Z", Device::emulated, "bubblewrap", "laptop", "aaaaaaaaaaaa"}};
    results.measurements.clear();
  }

  /// The record of a restless machine.
  GradeRecord deferred() const {
    TimedSample sample = *this;
    sample.results.deferred = {{"quick.speed", "the reference takes 0.8 to 1.2 times its own time"}};
    return sample.graded().value();
  }

  /// The record of another machine's run an hour later, with an interval of the student's speed.
  TimedSample elsewhere(double low, double high) const {
    TimedSample sample = *this;
    sample.facts.runs = {{"2026-02-01T00:59:00Z", Device::emulated, "bubblewrap", "rowan", "bbbbbbbbbbbb"}};
    Measurement seen{"quick.speed",
                     (low + high) / 2,
                     "ratio",
                     Device::emulated,
                     Flavour::fast,
                     Provenance::measured,
                     "",
                     {},
                     {}};
    seen.paired_timing.emplace();
    seen.paired_timing->low = low;
    seen.paired_timing->high = high;
    seen.paired_timing->clock = timing::ClockKind::cpu;
    sample.results.measurements = {seen};
    return sample;
  }
};

}  // namespace gridmark::pipeline
