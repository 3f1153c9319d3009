#pragma once
#include "base/enum_names.h"

namespace gridmark {

/// How a submission is built: `fast` without changes, `counted` with counters and race checks.
enum class Flavour { fast, counted };
constexpr auto names(Flavour) {
  return EnumNames<Flavour, 2>{{{Flavour::fast, "fast"}, {Flavour::counted, "counted"}}};
}

}  // namespace gridmark
