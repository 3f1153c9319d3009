#pragma once
#include <optional>
#include <string>

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

}  // namespace gridmark
