#pragma once
// The compiler's own repairs, which -fdiagnostics-parseable-fixits writes as lines of their own:
//
//   fix-it:"benchmark.cu":{12:20-12:20}:";"
#include <map>
#include <string>
#include <string_view>

#include "grader/compile/compiler_words.h"

namespace gridmark::compile {

/// The messages without the lines for programs, and the repair of the first error.
///
/// texts     name -> source, of the files of the submission
/// messages  hostile: a student's source decides much of what a compiler prints
CompilerWords without_fix_its(std::string_view messages, const std::map<std::string, std::string>& texts);

}  // namespace gridmark::compile
