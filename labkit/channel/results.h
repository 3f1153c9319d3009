#pragma once
// A checker's output: JSON Lines with one fact per line. Each line is flushed at once, so that a checker that
// dies keeps its results. docs/formats/checker-results.schema.json describes the lines.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "labkit/channel/plot.h"
#include "labkit/channel/transport.h"
#include "protocol/flavour.h"
#include "protocol/paired_timing.h"
#include "protocol/provenance.h"

namespace gridmark::channel {

/// One value that a test found. Units are those of the record.
struct Measured {
  std::string name = {};  ///< "tiled.load_bytes_ratio"
  double value = 0;
  std::string unit = {};  ///< "ratio"
  Flavour flavour = Flavour::counted;
  Provenance provenance = Provenance::counted;
  std::string detail = {};  ///< a message for the student
  emulation::SourcePlace place = {};
  std::optional<emulation::WarpAccess> access = {};     ///< the worst request of a warp at `place`
  std::optional<PairedTimingFacts> paired_timing = {};  ///< for a timed value: its interval and every sample
  std::optional<Cause> cause = {};                      ///< of a value that could be better
  std::vector<emulation::Fix> fixes = {};               ///< repair the fault that `detail` describes
};

/// A timed value that could not be taken on this machine.
struct Deferral {
  std::string measurement;
  std::string reason;                                   ///< one message, without the full stop
  std::optional<PairedTimingFacts> paired_timing = {};  ///< set if the student's side was timed at all
};
void record_deferral(const Deferral& deferral);

/// Keeps a measurement of the running test. A value that is not finite fails the test instead.
void record(const Measured& measured);

/// Adds `failure` as a reason why `measured` is not better. The message shows the first one. The fixes repair
/// all of them.
void blame(Measured& measured, Failure failure);

/// Notes why the running test fails. Only the first note of a test counts.
void note_failure(Failure failure);

}  // namespace gridmark::channel
