#pragma once
#include <map>
#include <string>
#include <string_view>

#include "grader/compile/compiler_words.h"

namespace gridmark::compile {

/// A compiler's messages. If the mistake behind the first error is a known one, a line in front states the
/// mistake, its line and the repair, since the compiler often names a later line. `fixes` is the repair of a
/// known mistake.
///
/// messages  hostile: a student's source decides much of a compiler's output
/// texts     name of a file -> its text
CompilerWords explain_compile(std::string_view messages, const std::map<std::string, std::string>& texts);

}  // namespace gridmark::compile
