#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grader/compile/compiler_words.h"

namespace gridmark::compile {

/// The sources that explain a linker's messages: name of a file -> its text.
struct LinkedTexts {
  std::map<std::string, std::string> submission;
  std::map<std::string, std::string> starter;  ///< shows in which file a function belongs
  std::map<std::string, std::string> headers;  ///< the lab's, which declare the functions that it calls
};

/// Replaces a linker's messages. Each function that is missing or defined twice gets its expected and its
/// found signature, its place and the repair. Messages that are not understood stay unchanged. `fixes`
/// corrects the name or the parameters of the function in the first message.
///
/// messages  hostile: names are a student's
CompilerWords explain_link(std::string_view messages, const LinkedTexts& texts);

/// Names of the functions that the messages report as missing: "matmul_tiled", "Net::forward".
std::vector<std::string> missing_functions(std::string_view messages);

}  // namespace gridmark::compile
