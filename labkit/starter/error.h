#pragma once
#include <string>
#include <tl/expected.hpp>

namespace gridmark::starter {

/// A value, or one message for the lab's author that begins with a file and line.
template <class T>
using Result = tl::expected<T, std::string>;

}  // namespace gridmark::starter
