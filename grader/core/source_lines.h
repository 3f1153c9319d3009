#pragma once
// Lines of a student's file, kept in the record so that a report can show them without the file.
#include <map>
#include <string>
#include <vector>

#include "grader/core/measurement.h"
#include "grader/core/value_limits.h"

namespace gridmark {

struct SourceLines {
  std::string file;                ///< as places name it
  int first = 1;                   ///< number of the first line, 1-based
  std::vector<std::string> lines;  ///< bytes without line ends, at most 200 each
  friend bool operator==(const SourceLines&, const SourceLines&) = default;
};

/// The lines of `sources` (name -> bytes) within `around` of each place. Neighbours are joined and no line
/// comes twice. At most 400 lines, so that a report stays readable.
std::vector<SourceLines> lines_around(const std::vector<Place>& places,
                                      const std::map<std::string, std::string>& sources, int around);

/// The number of lines that a report shows before and after a place.
inline constexpr int lines_beside_a_place = 4;

/// The lines of `kept` within `around` of one of `places`.
std::vector<SourceLines> lines_near(const std::vector<SourceLines>& kept, const std::vector<Place>& places,
                                    int around);

/// The lines of `kept` within `around` of `place`. No lines if the place itself is not in `kept`.
SourceLines lines_at(const std::vector<SourceLines>& kept, const Place& place, int around);

constexpr auto fields(const SourceLines*) {
  return std::tuple{
      field("file", &SourceLines::file, any_text),
      field("first", &SourceLines::first, Range{1, 1e9, "a line number"}, "number of the first line"),
      field("lines", &SourceLines::lines, any_texts)};
}

}  // namespace gridmark
