#include "emulation/driver/floating_point.h"

#include <algorithm>

namespace gridmark::driver {
namespace {

struct Stem {
  std::string_view name;
  Operations::Kind kind;
};
constexpr std::array<Stem, 9> arithmetic = {{
    {"add", Operations::add},
    {"sub", Operations::add},
    {"mul", Operations::multiply},
    {"div", Operations::special},
    {"sqrt", Operations::special},
    {"rcp", Operations::special},
    {"rsqrt", Operations::special},
    {"hadd", Operations::add},
    {"addsub", Operations::add},
}};

constexpr std::array<std::string_view, 40> functions = {
    "exp",   "exp2",  "exp10", "expm1",  "log",    "log2",      "log10",     "log1p", "sin",  "cos",
    "tan",   "asin",  "acos",  "atan",   "atan2",  "sincos",    "sinh",      "cosh",  "tanh", "asinh",
    "acosh", "atanh", "pow",   "sqrt",   "cbrt",   "hypot",     "erf",       "erfc",  "j0",   "j1",
    "jn",    "y0",    "y1",    "lgamma", "tgamma", "remainder", "nextafter", "ldexp", "fmod", "logb"};

bool is_function(std::string_view name) {
  return std::find(functions.begin(), functions.end(), name) != functions.end();
}

/// "expf@PLT" -> "expf". "__expf_finite" and similar names are not needed.
std::string_view called(std::string_view operands) { return operands.substr(0, operands.find('@')); }

/// Lanes of a vector instruction.
unsigned lanes(std::string_view operands, bool packed, bool single) {
  if (!packed) return 1;
  const unsigned bytes = operands.find("%zmm") != operands.npos   ? 64
                         : operands.find("%ymm") != operands.npos ? 32
                                                                  : 16;
  return bytes / (single ? 4 : 8);
}

}  // namespace

void OperationReader::note(Operations& to, Operations::Type type, Operations::Kind kind, unsigned times) {
  if (half_follows_ && type == Operations::single) type = Operations::half;
  half_follows_ = false;
  to.count[type][kind] = static_cast<std::uint16_t>(std::min(65535u, to.count[type][kind] + times));
}

void OperationReader::read(std::string_view instruction, std::string_view operands, Operations& to) {
  if (instruction == "call" || instruction == "callq" || instruction == "jmp") {
    std::string_view name = called(operands);
    if (name == "fmaf") return note(to, Operations::single, Operations::fused, 1);
    if (name == "fma") return note(to, Operations::twofold, Operations::fused, 1);
    if (is_function(name)) return note(to, Operations::twofold, Operations::special, 1);
    if (name.ends_with('f') && is_function(name.substr(0, name.size() - 1)))
      note(to, Operations::single, Operations::special, 1);
    return;
  }
  if (instruction.size() < 5) return;
  const std::string_view ending = instruction.substr(instruction.size() - 2);
  const bool packed = ending == "ps" || ending == "pd", single = ending == "ss" || ending == "ps";
  if (!packed && !single && ending != "sd") return;
  std::string_view stem = instruction.substr(0, instruction.size() - 2);
  if (stem[0] == 'v') stem.remove_prefix(1);
  const Operations::Type type = single ? Operations::single : Operations::twofold;
  const unsigned times = lanes(operands, packed, single);
  if (stem.starts_with("fm") || stem.starts_with("fnm")) return note(to, type, Operations::fused, times);
  for (const Stem& known : arithmetic)
    if (stem == known.name) return note(to, type, known.kind, times);
}

}  // namespace gridmark::driver
