#pragma once
// Host and device see different texts where a program tests __CUDA_ARCH__. This makes one of them.
#include <string>
#include <string_view>

namespace gridmark::rewrite {

/// `device` and `host` are outputs of `g++ -E -fdirectives-only` of one file, with and without __CUDA_ARCH__.
///
/// returns  the device's text; each body of a function that the host sees differently becomes
///          {if(_QD){ device's }else{ host's }}, unless the function is the device's alone. What differs
///          outside of such bodies is the device's. Line markers keep every line's number
std::string merge_sides(std::string_view device, std::string_view host);

}  // namespace gridmark::rewrite
