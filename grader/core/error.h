#pragma once
// Why the grader itself could not finish. What a student's code did is an Outcome, never an Error.
#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "grader/core/enum_names.h"

namespace gridmark {

/// Costs no student a point; an operator reads it.
struct Error {
  enum class Source { lab, rubric, submission, toolchain, sandbox, checker, filesystem, usage };
  Source source;
  std::string where;    ///< file and JSON pointer, or command line
  std::string message;  ///< one sentence: what was found, what was expected, what to do
};

constexpr auto names(Error::Source) {
  using enum Error::Source;
  return EnumNames<Error::Source, 8>{{{lab, "lab"},
                                      {rubric, "rubric"},
                                      {submission, "submission"},
                                      {toolchain, "toolchain"},
                                      {sandbox, "sandbox"},
                                      {checker, "checker"},
                                      {filesystem, "filesystem"},
                                      {usage, "usage"}}};
}

template <class T>
using Result = tl::expected<T, Error>;

/// "rubrics/lab1.json: /criteria/0/id: found 7, expected a text", one line for people.
inline std::string sentence(const Error& error) {
  return error.where.empty() ? error.message : error.where + ": " + error.message;
}

inline tl::unexpected<Error> failure(Error::Source source, std::string where, std::string message) {
  return tl::unexpected<Error>(Error{source, std::move(where), std::move(message)});
}

}  // namespace gridmark
