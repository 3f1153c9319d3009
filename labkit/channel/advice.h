#pragma once
#include <string>
#include <string_view>

#include "labkit/channel/transport.h"

namespace gridmark::channel {

/// The start of the advice to a program that prints without end.
inline constexpr std::string_view prints_too_much = ": remove the prints, or let one thread print";

/// Text of a file of the submission. Empty if it cannot be read.
std::string submitted(const std::string& name);

/// Adds the source change that repairs the cause. Does nothing if the failure has a repair already, or if the
/// source shows none.
void add_repair(Failure& failure);

}  // namespace gridmark::channel
