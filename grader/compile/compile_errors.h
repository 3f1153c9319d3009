#pragma once
#include <map>
#include <string>
#include <string_view>

namespace gridmark::compile {

/// A compiler's messages, with a line in front where the mistake behind the first error is a known one: what
/// is wrong, in which line, and what to do. The compiler often names the line where it has noticed.
///
/// messages  hostile: a student's source decides much of what a compiler prints
/// texts     name of a file -> its text
std::string explain_compile(std::string_view messages, const std::map<std::string, std::string>& texts);

}  // namespace gridmark::compile
