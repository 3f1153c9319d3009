#pragma once
#include <string>
#include <string_view>

namespace gridmark {

/// The key by which a file system that ignores case compares names: NFC, case-folded, without invisible
/// characters.
///
/// name  UTF-8
std::string folded_name(std::string_view name);

}  // namespace gridmark
