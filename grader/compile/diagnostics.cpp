#include "grader/compile/diagnostics.h"

#include <algorithm>
#include <charconv>

#include "grader/compile/take_line.h"

namespace gridmark::compile {
namespace {

/// The largest line number in a record. A submission's #line may give a larger one.
constexpr int most_lines = 1'000'000'000;

/// Removes "12:" from the front of `text`, or "12):" with that `mark`. 0 if there is no such number.
int take_number(std::string_view& text, std::string_view mark) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number <= 0 || number > most_lines) return 0;
  const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  if (!rest.starts_with(mark)) return 0;
  text = rest.substr(mark.size());
  return number;
}

bool tells_an_error(std::string_view rest) {
  for (const std::string_view start :
       {" error:", " fatal error:", " undefined reference", " multiple definition"})
    if (rest.starts_with(start)) return true;
  return false;
}

std::optional<Place> place_of(std::string_view line, const std::vector<std::string>& files) {
  if (line.starts_with("./")) line.remove_prefix(2);
  for (const std::string& file : files) {
    const std::string_view mark = line.starts_with(file) ? line.substr(file.size(), 1) : "";
    if (mark != ":" && mark != "(") continue;
    std::string_view rest = line.substr(file.size() + 1);
    const int number = take_number(rest, mark == "(" ? "):" : ":");  // nvcc puts it in brackets
    take_number(rest, ":");                                          // the column
    if (number > 0 && tells_an_error(rest)) return Place{file, number};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Place> first_error_place(std::string_view messages, const std::vector<std::string>& files) {
  while (!messages.empty())
    if (auto place = place_of(take_line(messages), files)) return place;
  return std::nullopt;
}

}  // namespace gridmark::compile
