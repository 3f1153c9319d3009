#pragma once
// The compiler's own repairs, which -fdiagnostics-parseable-fixits prints as separate lines:
//
//   fix-it:"benchmark.cu":{12:20-12:20}:";"
#include <map>
#include <string>
#include <string_view>

#include "grader/compile/compiler_words.h"

namespace gridmark::compile {

/// Removes the lines for programs from the messages, and returns the repair of the first error.
///
/// texts     name -> source, of the files of the submission
/// messages  hostile: a student's source decides much of a compiler's output
CompilerWords without_fix_its(std::string_view messages, const std::map<std::string, std::string>& texts);

}  // namespace gridmark::compile
