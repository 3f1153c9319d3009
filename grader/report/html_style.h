#pragma once
#include <string_view>

namespace gridmark::html {

/// The style sheet of every page: light and dark, phone and print, no resource from elsewhere.
std::string_view style();

}  // namespace gridmark::html
