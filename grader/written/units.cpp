#include "grader/written/units.h"

#include <algorithm>
#include <array>

namespace gridmark::written {
namespace {

enum class Kind { bytes, seconds, speed, bandwidth, pure };

struct Unit {
  std::string_view name;
  Kind kind;
  double factor;  ///< to the first unit of its kind
};

constexpr double kibi = 1024, mebi = kibi * kibi, gibi = mebi * kibi;

constexpr std::array units{
    Unit{"bytes", Kind::bytes, 1},
    Unit{"byte", Kind::bytes, 1},
    Unit{"B", Kind::bytes, 1},
    Unit{"kB", Kind::bytes, 1e3},
    Unit{"KB", Kind::bytes, 1e3},
    Unit{"MB", Kind::bytes, 1e6},
    Unit{"GB", Kind::bytes, 1e9},
    Unit{"KiB", Kind::bytes, kibi},
    Unit{"MiB", Kind::bytes, mebi},
    Unit{"GiB", Kind::bytes, gibi},
    Unit{"s", Kind::seconds, 1},
    Unit{"seconds", Kind::seconds, 1},
    Unit{"ms", Kind::seconds, 1e-3},
    Unit{"us", Kind::seconds, 1e-6},
    Unit{"\xc2\xb5s", Kind::seconds, 1e-6},
    Unit{"ns", Kind::seconds, 1e-9},
    Unit{"FLOP/s", Kind::speed, 1},
    Unit{"MFLOP/s", Kind::speed, 1e6},
    Unit{"GFLOP/s", Kind::speed, 1e9},
    Unit{"TFLOP/s", Kind::speed, 1e12},
    Unit{"GFLOPS", Kind::speed, 1e9},
    Unit{"TFLOPS", Kind::speed, 1e12},
    Unit{"B/s", Kind::bandwidth, 1},
    Unit{"MB/s", Kind::bandwidth, 1e6},
    Unit{"GB/s", Kind::bandwidth, 1e9},
    Unit{"MiB/s", Kind::bandwidth, mebi},
    Unit{"GiB/s", Kind::bandwidth, gibi},
    Unit{"", Kind::pure, 1},
    Unit{"ratio", Kind::pure, 1},
    Unit{"count", Kind::pure, 1},
    Unit{"x", Kind::pure, 1},
    Unit{"%", Kind::pure, 0.01},
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
