#pragma once
#include <string>
#include <string_view>

#include "labkit/starter/tree.h"

namespace gridmark::starter {

/// The changes from `before` to `after` in the format of `diff -u`. Empty if they are equal.
std::string difference(std::string_view name, std::string_view before, std::string_view after);

/// The differences of all files. A file that only one tree has is compared with an empty file.
std::string difference(const Tree& before, const Tree& after);

}  // namespace gridmark::starter
