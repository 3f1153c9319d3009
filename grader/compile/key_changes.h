#pragma once
#include <set>
#include <string>

namespace gridmark::compile {

/// Functions of a linked program in which the bytes of wrpkru lie, at whatever offset: there a jump could
/// change which pages are open. The name is the linker's, or empty where no function is known.
///
/// program  hostile: a linker put it together from what a student's source became
std::set<std::string> functions_that_change_keys(std::string program);

}  // namespace gridmark::compile
