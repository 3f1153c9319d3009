#pragma once
#include <set>
#include <string>

namespace gridmark::compile {

/// Functions of a linked program in which the bytes of wrpkru are found, at any offset. A jump there could
/// change which pages are open. The name is the linker's, or empty if no function is known.
///
/// program  hostile: the linker made it from a student's code
std::set<std::string> functions_that_change_keys(std::string program);

}  // namespace gridmark::compile
