#pragma once
#include <optional>
#include <string>

#include "base/enum_names.h"
#include "protocol/flavour.h"
#include "protocol/paired_timing.h"
#include "protocol/provenance.h"
#include "protocol/warp_access.h"

namespace gridmark {

enum class Device { emulated, cuda };
constexpr auto names(Device) {
  return EnumNames<Device, 2>{{{Device::emulated, "emulated"}, {Device::cuda, "cuda"}}};
}

/// A place in the student's sources, as the student knows it.
struct Place {
  std::string file;  ///< relative to the submission; bytes, may be hostile
  int line = 0;      ///< 1-based; 0 when only the file is known
  friend bool operator==(const Place&, const Place&) = default;
};

/// One value with everything needed to read it.
struct Measurement {
  std::string name;  ///< "coalesced.excess_sector_ratio"
  double value = 0;
  std::string unit;  ///< "ratio", "bytes", "count"
  Device device = Device::emulated;
  Flavour flavour = Flavour::fast;
  Provenance provenance = Provenance::measured;
  std::string detail;               ///< a message for the student, may be empty
  std::optional<Place> place;       ///< the source line that dominates the value
  std::optional<double> threshold;  ///< the limit for full points, filled in by score
  std::string test = {};            ///< of the checker that took it; a record does not keep it
  std::optional<PairedTimingFacts> paired_timing = {};  ///< of a timed value
  std::optional<WarpAccess> access = {};                ///< counted: the worst request of a warp at `place`
  int run = 0;                                          ///< of the record's runs, the one that took it
  friend bool operator==(const Measurement&, const Measurement&) = default;
};

}  // namespace gridmark
