#pragma once
#include <string>
#include <tl/expected.hpp>

namespace gridmark::starter {

/// A value, or one message for the lab's author that begins with the file and line it is about.
template <class T>
using Result = tl::expected<T, std::string>;

}  // namespace gridmark::starter
