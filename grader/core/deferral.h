#pragma once
#include <optional>
#include <string>

#include "grader/core/measurement.h"
#include "protocol/paired_timing.h"

namespace gridmark {

/// A timed value that this machine was too restless to take.
struct Deferral {
  std::string measurement;  ///< its name
  std::string reason;
  int run = 0;  ///< of the record's runs
  std::optional<PairedTimingFacts> paired_timing =
      {};  ///< of a paired timing that allows no interval: its samples all the same
  friend bool operator==(const Deferral&, const Deferral&) = default;
};

constexpr auto fields(const Deferral*) {
  return std::tuple{field("measurement", &Deferral::measurement, name_text),
                    field("reason", &Deferral::reason, Length{1, most_message}),
                    field("paired_timing", &Deferral::paired_timing), run_field<Deferral>()};
}

}  // namespace gridmark
