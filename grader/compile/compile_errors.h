#pragma once
#include <map>
#include <string>
#include <string_view>

#include "grader/compile/compiler_words.h"

namespace gridmark::compile {

/// A compiler's messages, with a line in front where the mistake behind the first error is a known one: what
/// is wrong, in which line, and what to do. The compiler often names the line where it has noticed. `fixes`
/// is the repair of a known mistake.
///
/// messages  hostile: a student's source decides much of what a compiler prints
/// texts     name of a file -> its text
CompilerWords explain_compile(std::string_view messages, const std::map<std::string, std::string>& texts);

}  // namespace gridmark::compile
