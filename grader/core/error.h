#pragma once
// Reasons why the grader itself could not finish. A failure of a student's code is an Outcome, never an
// Error.
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "base/enum_names.h"

namespace gridmark {

/// A fault for an operator to read. It costs no student a point.
struct Error {
  enum class Source { lab, rubric, submission, toolchain, sandbox, checker, filesystem, usage };
  Source source;
  std::string where;                   ///< file and JSON pointer, or command line
  std::string message;                 ///< one message: what was found, what was expected, what to do
  std::vector<std::string> more = {};  ///< other faults of the same file, in the form of message_of()
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

template <class R>
auto value_of(R&& result) {
  if constexpr (!std::is_void_v<typename std::decay_t<R>::value_type>) return *std::forward<R>(result);
}

/// The value of a Result. If the Result has an error, the calling function returns that error. Use it as a
/// statement or an initialiser, because a longer expression would lose the temporaries made before it. Give a
/// lock or a lease a name.
///   const Lab lab = TRY(load_lab(path));
#define TRY(...)                                                                                          \
  __extension__({                                                                                         \
    auto&& tried_result = (__VA_ARGS__);                                                                  \
    if (!tried_result) return tl::unexpected(std::forward<decltype(tried_result)>(tried_result).error()); \
    gridmark::value_of(std::forward<decltype(tried_result)>(tried_result));                               \
  })

/// "rubrics/lab1.json: /criteria/0/id: found 7, expected a text", one line for people.
inline std::string message_of(const Error& error) {
  return error.where.empty() ? error.message : error.where + ": " + error.message;
}

inline tl::unexpected<Error> failure(Error::Source source, std::string where, std::string message) {
  return tl::unexpected<Error>(Error{source, std::move(where), std::move(message)});
}

}  // namespace gridmark
