#pragma once
#include <string>
#include <string_view>

namespace gridmark {

/// The key by which a case-insensitive file system compares names: NFC, case-folded, without invisible
/// characters.
///
/// name  UTF-8
std::string folded_name(std::string_view name);

}  // namespace gridmark
