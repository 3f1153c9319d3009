#pragma once
#include "base/enum_names.h"

namespace gridmark {

/// The source of a number. A report never shows a number without it.
enum class Provenance { measured, counted, modelled, claimed };
constexpr auto names(Provenance) {
  using enum Provenance;
  return EnumNames<Provenance, 4>{
      {{measured, "measured"}, {counted, "counted"}, {modelled, "modelled"}, {claimed, "claimed"}}};
}

}  // namespace gridmark
