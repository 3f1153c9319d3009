#pragma once
#include <string>
#include <tuple>
#include <vector>

#include "grader/core/place.h"
#include "grader/core/value_limits.h"

namespace gridmark {

/// A change of the student's source that repairs the fault of a message. It inserts a line `text` after the
/// line `place`, or puts `text` in the place of `replaces` on that line.
struct Fix {
  Place place;
  std::string text;
  std::string replaces = {};
  friend bool operator==(const Fix&, const Fix&) = default;
};

constexpr auto fields(const Fix*) {
  return std::tuple{
      field("place", &Fix::place, AnyOfType{}, "line 0: in front of the first line of the file"),
      field("text", &Fix::text, any_text, "a line that is put behind that line"),
      field("replaces", &Fix::replaces, any_text,
            "the part of the line that text replaces. Absent: text is a new line", Presence::not_default)};
}

/// The key "fixes" of a value.
template <class Value>
constexpr auto fixes_field() {
  return field("fixes", &Value::fixes, any_list,
               "changes that together repair it. Absent: no change is known", Presence::not_default);
}

}  // namespace gridmark
