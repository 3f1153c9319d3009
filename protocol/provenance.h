#pragma once
#include "base/enum_names.h"

namespace gridmark {

/// Where a number comes from; a report never shows one without it.
enum class Provenance { measured, counted, modelled, claimed };
constexpr auto names(Provenance) {
  using enum Provenance;
  return EnumNames<Provenance, 4>{
      {{measured, "measured"}, {counted, "counted"}, {modelled, "modelled"}, {claimed, "claimed"}}};
}

}  // namespace gridmark
