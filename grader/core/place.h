#pragma once
#include <string>
#include <tuple>

#include "grader/core/value_limits.h"

namespace gridmark {

/// A place in the student's sources, with the student's names.
struct Place {
  std::string file;  ///< relative to the submission, bytes, may be hostile
  int line = 0;      ///< 1-based, 0 if only the file is known
  friend bool operator==(const Place&, const Place&) = default;
};

constexpr auto fields(const Place*) {
  return std::tuple{field("file", &Place::file, Length{1, most_message}, "relative to the submission"),
                    field("line", &Place::line, line_number, "1-based. 0: only the file is known")};
}

/// The key "place" of a value.
template <class Value>
constexpr auto place_field() {
  return field("place", &Value::place, AnyOfType{}, "", Presence::null_or_absent);
}

}  // namespace gridmark
