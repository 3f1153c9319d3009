#include "grader/written/units.h"

#include <algorithm>
#include <iterator>

namespace gridmark::written {
namespace {

enum class UnitKind { bytes, seconds, speed, bandwidth, pure };

struct Unit {
  std::string_view name;
  UnitKind kind;
  double factor;  ///< to the first unit of its kind
};

constexpr double kibi = 1024, mebi = kibi * kibi, gibi = mebi * kibi;

using enum UnitKind;
constexpr Unit units[] = {
    {"bytes", bytes, 1},
    {"byte", bytes, 1},
    {"B", bytes, 1},
    {"kB", bytes, 1e3},
    {"KB", bytes, 1e3},
    {"MB", bytes, 1e6},
    {"GB", bytes, 1e9},
    {"KiB", bytes, kibi},
    {"MiB", bytes, mebi},
    {"GiB", bytes, gibi},
    {"s", seconds, 1},
    {"seconds", seconds, 1},
    {"ms", seconds, 1e-3},
    {"us", seconds, 1e-6},
    {"\xc2\xb5s", seconds, 1e-6},
    {"ns", seconds, 1e-9},
    {"FLOP/s", speed, 1},
    {"MFLOP/s", speed, 1e6},
    {"GFLOP/s", speed, 1e9},
    {"TFLOP/s", speed, 1e12},
    {"GFLOPS", speed, 1e9},
    {"TFLOPS", speed, 1e12},
    {"B/s", bandwidth, 1},
    {"MB/s", bandwidth, 1e6},
    {"GB/s", bandwidth, 1e9},
    {"MiB/s", bandwidth, mebi},
    {"GiB/s", bandwidth, gibi},
    {"", pure, 1},
    {"ratio", pure, 1},
    {"count", pure, 1},
    {"x", pure, 1},
    {"%", pure, 0.01},
};

const Unit* known(std::string_view name) {
  const Unit* found =
      std::find_if(std::begin(units), std::end(units), [&](const Unit& unit) { return unit.name == name; });
  return found == std::end(units) ? nullptr : found;
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
  // Units outside of the table may differ in a plural s: "wavefront" and "wavefronts".
  if (one == nullptr && other == nullptr && singular(from) == singular(to)) return 1;
  return std::nullopt;
}

}  // namespace gridmark::written
