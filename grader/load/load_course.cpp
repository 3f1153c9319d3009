#include "grader/load/load_course.h"

#include <fmt/format.h>

#include <set>

#include "grader/core/number_text.h"
#include "grader/load/file_text.h"
#include "grader/load/json_document.h"
#include "grader/load/read_value.h"

namespace gridmark::load {

void check_rules(const Node& node, const Course& course) {
  std::set<std::string> seen;
  Points core;
  for (const CourseLab& one : course.labs) {
    if (one.kind == LabKind::core) core += one.points;
    if (!seen.insert(one.lab).second) node["labs"].fail("found " + in_quotes(one.lab) + " twice");
  }
  if (course.pass_mark > core)
    node["pass_mark"].expected(fmt::format("at most {}, the points of all core labs", points_text(core)));
}

Result<Course> parse_course(std::string_view text, const std::string& where) {
  const auto document = TRY(parse_document(text, where, {Error::Source::usage}));
  Reading reading{Error::Source::usage, where};
  Course course = read_value<Course>(Node(document, reading));
  return finish(reading, std::move(course));
}

Result<std::optional<Course>> load_course(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "course.json";
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return std::optional<Course>();
  const std::string text = TRY(file_text(file, Error::Source::usage));
  return parse_course(text, file.string()).map([](Course read) { return std::optional(std::move(read)); });
}

}  // namespace gridmark::load
