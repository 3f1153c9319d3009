#include "grader/load/load_pushes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/nearest.h"
#include "grader/core/ascii.h"
#include "grader/load/json_document.h"
#include "grader/load/load_table.h"

namespace gridmark::load {
namespace {

/// Indices of the columns student, commit and pushed.
Result<std::array<std::size_t, 3>> push_columns(const CsvRow& names, const std::string& where) {
  static constexpr std::array<std::string_view, 3> wanted{"student", "commit", "pushed"};
  std::array<std::size_t, 3> places{};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto found = std::find_if(names.cells.begin(), names.cells.end(),
                                    [&](const CsvCell& cell) { return lower_case(cell.text) == wanted[i]; });
    if (found == names.cells.end())
      return failure(Error::Source::usage, where,
                     fmt::format("found no column \"{}\", expected student, commit and pushed", wanted[i]));
    places[i] = static_cast<std::size_t>(found - names.cells.begin());
  }
  return places;
}

bool is_commit_id(const std::string& text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

Result<std::vector<Push>> load_pushes(const std::filesystem::path& path,
                                      const std::vector<std::string>& students) {
  const auto rows = TRY(load_table(path));
  const auto columns = TRY(push_columns(rows.front(), path.string()));
  std::vector<Push> pushes;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto wrong = [&](std::size_t column, const std::string& expected) {
      const CsvCell& cell = rows[i].cells[columns[column]];
      return failure(Error::Source::usage, fmt::format("{}:{}:{}", path.string(), cell.line, cell.column),
                     fmt::format("found {}, expected {}", in_quotes(cell.text), expected));
    };
    const auto text = [&](std::size_t column) { return rows[i].cells[columns[column]].text; };
    if (std::find(students.begin(), students.end(), text(0)) == students.end())
      return wrong(0, "the id of a student of the class" + suggestion(text(0), students));
    if (!is_commit_id(text(1))) return wrong(1, "the whole id of a commit");
    const auto at = parse_moment(text(2));
    if (!at) return wrong(2, "a time with its zone, as 2026-10-01T23:59:00+02:00");
    pushes.push_back({text(0), text(1), *at});
  }
  return pushes;
}

}  // namespace gridmark::load
