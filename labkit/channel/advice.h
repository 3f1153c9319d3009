#pragma once
#include <string>
#include <string_view>

#include "labkit/channel/transport.h"

namespace gridmark::channel {

/// How the message of a program that prints without end begins to advise.
inline constexpr std::string_view prints_too_much = ": remove the prints, or let one thread print";

/// A file of the submission; empty where it cannot be read.
std::string submitted(const std::string& name);

/// Adds the change of the student's source that repairs the cause, where the failure has none and the source
/// shows one.
void add_repair(Failure& failure);

}  // namespace gridmark::channel
