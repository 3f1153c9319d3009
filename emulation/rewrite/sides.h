#pragma once
// Host and device see different texts if a program tests __CUDA_ARCH__. This merges them into one.
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::rewrite {

/// The system headers that the program includes only for its host code, by their complete names. The texts
/// can only be merged if both have them.
std::vector<std::string> headers_of_host(std::string_view device, std::string_view host);

/// `device` and `host` are outputs of `g++ -E -fdirectives-only` of one file, with and without __CUDA_ARCH__.
///
/// returns  the device's text. Each body of a function that the host sees differently becomes
///          {if(GRIDMARK_ON_DEVICE){ device's }else{ host's }}, unless the function is the device's alone. A
///          function that each side defines becomes one. Declarations of the host alone are added. Other
///          differences are taken from the device. Line markers keep every line's number
std::string merge_sides(std::string_view device, std::string_view host);

}  // namespace gridmark::rewrite
