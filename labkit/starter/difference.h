#pragma once
#include <string>
#include <string_view>

#include "labkit/starter/tree.h"

namespace gridmark::starter {

/// What must change in `before` to become `after`, in the manner of `diff -u`; empty when they are equal.
std::string difference(std::string_view name, std::string_view before, std::string_view after);

/// The differences of all files; a file that only one tree has differs from an empty one.
std::string difference(const Tree& before, const Tree& after);

}  // namespace gridmark::starter
