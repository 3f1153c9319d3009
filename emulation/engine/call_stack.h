#pragma once
#include <array>

#include "emulation/meters.h"

namespace gridmark::emulation {

/// The calls that led to a place: taken in a microsecond or two, and turned into a line when somebody asks.
struct CallStack {
  std::array<const void*, 24> return_addresses{};  ///< innermost first, then null
};

CallStack call_stack_here();

/// The innermost of the calls that stands in the student's sources. Empty where none does.
SourcePlace source_place(const CallStack& stack);

}  // namespace gridmark::emulation
