#include "grader/load/load_manual.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "base/nearest.h"
#include "grader/core/ascii.h"
#include "grader/core/csv.h"
#include "grader/core/faults.h"
#include "grader/core/number_text.h"
#include "grader/core/plain_number.h"
#include "grader/load/file_text.h"
#include "grader/load/json_document.h"

namespace gridmark::load {
namespace {

constexpr auto manual_source = Error::Source::usage;
constexpr std::array<std::string_view, 5> column_names{"submission", "item", "points", "by", "comment"};
constexpr std::size_t needed_columns = 3;

/// Reads the rows in order and skips wrong ones.
class ManualReader {
 public:
  ManualReader(const std::string& where, const Rubric& rubric) : faults_(manual_source, where) {
    for (const Item* item : items_of(rubric)) items_[item->id] = item;
  }

  Result<std::vector<ManualPoints>> read(const CsvTable& table) {
    faults_.add(table.problems);
    if (!table.rows.empty() && read_columns(table.rows.front()))
      for (std::size_t i = 1; i < table.rows.size(); ++i) read_row(table.rows[i]);
    return unless(faults_, std::move(all_));
  }

 private:
  void wrong(const CsvCell& cell, std::string message) { faults_.add(cell, std::move(message)); }

  /// returns  whether rows can be read
  bool read_columns(const CsvRow& names) {
    bool all_known = true;  // a missing column may be a misspelt one
    for (std::size_t i = 0; i < names.cells.size(); ++i)
      all_known = read_column(names.cells[i], i) && all_known;
    bool all_there = true;
    for (std::size_t i = 0; i < needed_columns; ++i) {
      const std::string needed(column_names[i]);
      if (columns_.contains(needed)) continue;
      all_there = false;
      if (all_known) wrong(names.cells.front(), fmt::format("found no column \"{}\", expected one", needed));
    }
    return all_there;
  }

  /// returns  whether it is a known column
  bool read_column(const CsvCell& cell, std::size_t index) {
    const std::vector<std::string> known(column_names.begin(), column_names.end());
    const std::string name = lower_case(cell.text);
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      wrong(cell, fmt::format("found the column {}, expected submission, item, points, by or comment{}",
                              in_quotes(cell.text), did_you_mean(name, known)));
      return false;
    }
    if (!columns_.emplace(name, index).second)
      wrong(cell, fmt::format("found the column {} twice, expected it once", in_quotes(name)));
    return true;
  }

  static std::string did_you_mean(const std::string& name, const std::vector<std::string>& known) {
    const auto near = nearest(name, known);
    return near ? fmt::format("; did you mean \"{}\"?", *near) : "";
  }

  void read_row(const CsvRow& row) {
    const CsvCell &submission = cell(row, "submission"), &item = cell(row, "item"),
                  &points = cell(row, "points");
    const auto known = items_.find(item.text);
    if (submission.text.empty()) return wrong(submission, "found no submission, expected the name of one");
    if (known == items_.end() || !known->second->manual) return wrong(item, no_such_item(item.text));
    if (points.text.empty()) return;
    const auto given = read_points(points, *known->second);
    if (!given) return;
    const auto [first, fresh] = seen_.emplace(std::pair(submission.text, item.text), row.line);
    if (!fresh)
      return wrong(submission, fmt::format("found {} and {} twice, first in line {}",
                                           in_quotes(submission.text), item.text, first->second));
    all_.push_back(
        {submission.text, item.text, *given, optional_text(row, "by"), optional_text(row, "comment")});
  }

  std::string no_such_item(const std::string& item) const {
    std::vector<std::string> manual;
    for (const auto& [id, one] : items_)
      if (one->manual) manual.push_back(id);
    if (manual.empty()) return "found an item, expected none: no item of this rubric is graded by hand";
    return fmt::format("found the item {}, expected one that is graded by hand{}", in_quotes(item),
                       suggestion(item, manual));
  }

  std::optional<Points> read_points(const CsvCell& cell, const Item& item) {
    const auto number = plain_number(cell.text);
    if (!number || number->value < 0 || number->value > item.points.value())
      wrong(cell, fmt::format("found {}, expected points of {}, 0 to {}, with a decimal point",
                              in_quotes(cell.text), item.id, points_text(item.points)));
    else if (std::abs(number->value * 100 - std::round(number->value * 100)) > 1e-6)
      wrong(cell, fmt::format("found {}, expected points in steps of 0.01", in_quotes(cell.text)));
    else
      return Points(number->value);
    return std::nullopt;
  }

  const CsvCell& cell(const CsvRow& row, const std::string& name) const {
    return row.cells[columns_.at(name)];
  }

  std::string optional_text(const CsvRow& row, const std::string& name) const {
    const auto found = columns_.find(name);
    return found == columns_.end() ? "" : row.cells[found->second].text;
  }

  std::map<std::string, const Item*> items_;
  std::map<std::string, std::size_t> columns_;
  std::map<std::pair<std::string, std::string>, int> seen_;
  std::vector<ManualPoints> all_;
  Faults faults_;
};

std::string last_folder(const std::string& submission) {
  const std::filesystem::path path = std::filesystem::path(submission).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

}  // namespace

Result<std::vector<ManualPoints>> parse_manual(std::string_view text, const std::string& where,
                                               const Rubric& rubric) {
  return ManualReader(where, rubric).read(read_csv(text));
}

Result<std::vector<ManualPoints>> load_manual(const std::filesystem::path& path, const Rubric& rubric) {
  const std::string text = TRY(file_text(path, manual_source));
  return parse_manual(text, path.string(), rubric);
}

Result<std::string> meant_submission(const std::string& submission, const std::vector<std::string>& names,
                                     const std::string& where) {
  if (std::find(names.begin(), names.end(), submission) != names.end()) return submission;
  std::vector<std::string> meant;
  std::copy_if(names.begin(), names.end(), std::back_inserter(meant),
               [&](const std::string& name) { return last_folder(name) == submission; });
  if (meant.size() == 1) return meant.front();
  if (meant.size() > 1)
    return failure(manual_source, where,
                   fmt::format("found the submission {}, which matches {} and {}, expected the full name",
                               in_quotes(submission), in_quotes(meant[0]), in_quotes(meant[1])));
  return failure(
      manual_source, where,
      fmt::format("found no submission {}{}", in_quotes(submission), suggestion(submission, names)));
}

}  // namespace gridmark::load
