#pragma once
// What a checker writes: JSON Lines, one per fact, flushed when known, so that a checker that dies keeps what
// it had found. docs/formats/checker-results.schema.json describes the lines.
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

/// One value that a test found. Units are the record's words.
struct Measured {
  std::string name = {};  ///< "tiled.load_bytes_ratio"
  double value = 0;
  std::string unit = {};  ///< "ratio"
  Flavour flavour = Flavour::counted;
  Provenance provenance = Provenance::counted;
  std::string detail = {};  ///< a message for the student
  emulation::SourcePlace place = {};
  std::optional<emulation::WarpAccess> access = {};     ///< the worst request of a warp at `place`
  std::optional<PairedTimingFacts> paired_timing = {};  ///< of a timed value: its interval and every sample
  std::optional<Cause> cause = {};                      ///< of a value that is worse than it could be
  std::vector<emulation::Fix> fixes = {};               ///< of what `detail` is about, all together
};

/// A timed value that this machine could not take.
struct Deferral {
  std::string measurement;
  std::string reason;                                   ///< one message, without the full stop
  std::optional<PairedTimingFacts> paired_timing = {};  ///< where the student's side was timed at all
};
void record_deferral(const Deferral& deferral);

/// Keeps a measurement of the test that runs now; one that is not finite fails the test instead.
void record(const Measured& measured);

/// `failure` makes `measured` worse than it could be. The first one is told; the changes repair all of them.
void blame(Measured& measured, Failure failure);

/// Says why the test that runs now fails. The first note of a test counts.
void note_failure(Failure failure);

}  // namespace gridmark::channel
