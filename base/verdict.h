#pragma once
#include "base/enum_names.h"

namespace gridmark {

/// The decision about one item, or about one limit of a timed value.
enum class Verdict { pass, fail, inconclusive };

constexpr auto names(Verdict) {
  using enum Verdict;
  return EnumNames<Verdict, 3>{{{pass, "pass"}, {fail, "fail"}, {inconclusive, "inconclusive"}}};
}

}  // namespace gridmark
