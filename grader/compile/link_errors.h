#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grader/compile/compiler_words.h"

namespace gridmark::compile {

/// What a linker's message is held against: name of a file -> its text.
struct LinkedTexts {
  std::map<std::string, std::string> submission;
  std::map<std::string, std::string> starter;  ///< in which of its files a function belongs
  std::map<std::string, std::string> headers;  ///< the lab's, which declare what the lab calls
};

/// In place of a linker's words: for each function that is missing or there twice its expected and its found
/// signature, its place, and what to do. What is not understood stays as the linker said it.
/// `fixes` gives the function that the first message is about its right name or parameters.
///
/// messages  hostile: names are a student's
CompilerWords explain_link(std::string_view messages, const LinkedTexts& texts);

/// Names of the functions that the messages call missing: "matmul_tiled", "Net::forward".
std::vector<std::string> missing_functions(std::string_view messages);

}  // namespace gridmark::compile
