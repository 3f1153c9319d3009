#include "grader/written/units.h"

#include <algorithm>
#include <array>

namespace gridmark::written {
namespace {

enum class UnitKind { bytes, seconds, speed, bandwidth, pure };

struct Unit {
  std::string_view name;
  UnitKind kind;
  double factor;  ///< to the first unit of its kind
};

constexpr double kibi = 1024, mebi = kibi * kibi, gibi = mebi * kibi;

constexpr std::array units{
    Unit{"bytes", UnitKind::bytes, 1},
    Unit{"byte", UnitKind::bytes, 1},
    Unit{"B", UnitKind::bytes, 1},
    Unit{"kB", UnitKind::bytes, 1e3},
    Unit{"KB", UnitKind::bytes, 1e3},
    Unit{"MB", UnitKind::bytes, 1e6},
    Unit{"GB", UnitKind::bytes, 1e9},
    Unit{"KiB", UnitKind::bytes, kibi},
    Unit{"MiB", UnitKind::bytes, mebi},
    Unit{"GiB", UnitKind::bytes, gibi},
    Unit{"s", UnitKind::seconds, 1},
    Unit{"seconds", UnitKind::seconds, 1},
    Unit{"ms", UnitKind::seconds, 1e-3},
    Unit{"us", UnitKind::seconds, 1e-6},
    Unit{"\xc2\xb5s", UnitKind::seconds, 1e-6},
    Unit{"ns", UnitKind::seconds, 1e-9},
    Unit{"FLOP/s", UnitKind::speed, 1},
    Unit{"MFLOP/s", UnitKind::speed, 1e6},
    Unit{"GFLOP/s", UnitKind::speed, 1e9},
    Unit{"TFLOP/s", UnitKind::speed, 1e12},
    Unit{"GFLOPS", UnitKind::speed, 1e9},
    Unit{"TFLOPS", UnitKind::speed, 1e12},
    Unit{"B/s", UnitKind::bandwidth, 1},
    Unit{"MB/s", UnitKind::bandwidth, 1e6},
    Unit{"GB/s", UnitKind::bandwidth, 1e9},
    Unit{"MiB/s", UnitKind::bandwidth, mebi},
    Unit{"GiB/s", UnitKind::bandwidth, gibi},
    Unit{"", UnitKind::pure, 1},
    Unit{"ratio", UnitKind::pure, 1},
    Unit{"count", UnitKind::pure, 1},
    Unit{"x", UnitKind::pure, 1},
    Unit{"%", UnitKind::pure, 0.01},
};

const Unit* known(std::string_view name) {
  const auto* found =
      std::find_if(units.begin(), units.end(), [&](const Unit& unit) { return unit.name == name; });
  return found == units.end() ? nullptr : found;
}

std::string_view singular(std::string_view word) {
  if (word.ends_with('s')) word.remove_suffix(1);
  return word;
}

}  // namespace

std::optional<double> unit_factor(std::string_view from, std::string_view to) {
  if (from == to) return 1;
  const Unit *one = known(from), *other = known(to);
  if (one != nullptr && other != nullptr && one->kind == other->kind) return one->factor / other->factor;
  // "wavefront" and "wavefronts", and what has a unit of its own.
  if (one == nullptr && other == nullptr && singular(from) == singular(to)) return 1;
  return std::nullopt;
}

}  // namespace gridmark::written
