#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "grader/core/fix.h"
#include "grader/core/place.h"
#include "grader/core/value_limits.h"
#include "protocol/cause.h"
#include "protocol/flavour.h"
#include "protocol/paired_timing.h"
#include "protocol/provenance.h"
#include "protocol/warp_access.h"

namespace gridmark {

enum class Device { emulated, cuda };
constexpr auto names(Device) {
  return EnumNames<Device, 2>{{{Device::emulated, "emulated"}, {Device::cuda, "cuda"}}};
}

/// One value with its unit, place, limit and provenance.
struct Measurement {
  std::string name;  ///< "coalesced.excess_sector_ratio"
  double value = 0;
  std::string unit;  ///< "ratio", "bytes", "count"
  Device device = Device::emulated;
  Flavour flavour = Flavour::fast;
  Provenance provenance = Provenance::measured;
  std::string detail;               ///< a message for the student, may be empty
  std::optional<Place> place;       ///< the source line that dominates the value
  std::optional<double> threshold;  ///< the limit for full points, set by score
  std::string test = {};            ///< the checker's test that took it, not kept in a record
  std::optional<PairedTimingFacts> paired_timing = {};  ///< of a timed value
  std::optional<WarpAccess> access = {};                ///< counted: the worst request of a warp at `place`
  int run = 0;                                          ///< index of the run in the record that took it
  std::optional<Cause> cause = {};                      ///< of a value that is worse than it could be
  std::vector<Fix> fixes = {};                          ///< repairs for `detail`
  friend bool operator==(const Measurement&, const Measurement&) = default;
};

/// The key "run" of a value. The first run is left out, because most records have no other.
template <class Value>
constexpr auto run_field() {
  return field("run", &Value::run, run_number, "number of the run, in runs. Absent: 0, the record's own",
               Presence::not_default);
}

/// The checker's keys, around the one key that only a record has.
constexpr auto measured_value(const Measurement*) {
  return std::tuple{
      field("name", &Measurement::name, name_text),     field("value", &Measurement::value, any_number),
      field("unit", &Measurement::unit, Length{0, 64}), field("device", &Measurement::device),
      field("flavour", &Measurement::flavour),          field("provenance", &Measurement::provenance)};
}
constexpr auto measured_evidence(const Measurement*) {
  return std::tuple{field("detail", &Measurement::detail, any_text, "a message for the student"),
                    place_field<Measurement>(),
                    field("paired_timing", &Measurement::paired_timing),
                    field("access", &Measurement::access),
                    cause_field<Measurement>(),
                    fixes_field<Measurement>()};
}

constexpr auto fields(const Measurement* none) {
  constexpr Range limit{-1e300, 1e300, "a number or null"};
  return std::tuple_cat(measured_value(none),
                        std::tuple{field("threshold", &Measurement::threshold, limit,
                                         "the limit for full points", Presence::null)},
                        measured_evidence(none), std::tuple{run_field<Measurement>()});
}

}  // namespace gridmark
