#pragma once
#include <optional>
#include <string>

#include "base/enum_names.h"
#include "grader/core/duel.h"
#include "grader/core/warp_access.h"

namespace gridmark {

enum class Device { emulated, cuda };
constexpr auto names(Device) {
  return EnumNames<Device, 2>{{{Device::emulated, "emulated"}, {Device::cuda, "cuda"}}};
}

/// How a submission is built: `fast` as is, `counted` with counters and race checks.
enum class Flavour { fast, counted };
constexpr auto names(Flavour) {
  return EnumNames<Flavour, 2>{{{Flavour::fast, "fast"}, {Flavour::counted, "counted"}}};
}

/// Where a number comes from; a report never shows one without it.
enum class Provenance { measured, counted, modelled, claimed };
constexpr auto names(Provenance) {
  using enum Provenance;
  return EnumNames<Provenance, 4>{
      {{measured, "measured"}, {counted, "counted"}, {modelled, "modelled"}, {claimed, "claimed"}}};
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
  std::string detail;                     ///< one sentence for the student, may be empty
  std::optional<Place> place;             ///< the source line that dominates the value
  std::optional<double> threshold;        ///< the limit for full points, filled in by score
  std::string test = {};                  ///< of the checker that took it; a record does not keep it
  std::optional<DuelFacts> duel = {};     ///< of a timed value
  std::optional<WarpAccess> access = {};  ///< counted: the worst request of a warp at `place`
  int run = 0;                            ///< of the record's runs, the one that took it
  friend bool operator==(const Measurement&, const Measurement&) = default;
};

}  // namespace gridmark
