#pragma once
#include <optional>
#include <string>

#include "grader/core/measurement.h"
#include "protocol/paired_timing.h"

namespace gridmark {

/// A timed value that this machine was too restless to take.
struct Deferral {
  std::string measurement;  ///< name of the measurement
  std::string reason;
  int run = 0;  ///< index in the record's runs
  std::optional<PairedTimingFacts> paired_timing =
      {};  ///< the samples of a paired timing that gave no interval
  friend bool operator==(const Deferral&, const Deferral&) = default;
};

constexpr auto fields(const Deferral*) {
  return std::tuple{field("measurement", &Deferral::measurement, name_text),
                    field("reason", &Deferral::reason, Length{1, most_message}),
                    field("paired_timing", &Deferral::paired_timing), run_field<Deferral>()};
}

}  // namespace gridmark
