#include "grader/load/load_roster.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/nearest.h"
#include "grader/core/ascii.h"
#include "grader/core/csv.h"
#include "grader/core/faults.h"
#include "grader/core/plain_number.h"
#include "grader/load/file_text.h"
#include "grader/load/json_document.h"

namespace gridmark::load {
namespace {

constexpr auto roster_source = Error::Source::usage;
constexpr double most_days = 365;

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == text.npos ? "" : text.substr(first, last - first + 1);
}

/// Reads the rows in order and skips wrong ones.
class RosterReader {
 public:
  RosterReader(const std::string& where, const std::filesystem::path& folder,
               const std::vector<std::string>& labs, Repositories repositories)
      : folder_(folder), labs_(labs), repositories_(repositories), faults_(roster_source, where) {}

  Result<Roster> read(const CsvTable& table) {
    faults_.add(table.problems);
    const std::vector<CsvRow>& rows = table.rows;
    if (!rows.empty() && read_columns(rows.front()))
      for (std::size_t i = 1; i < rows.size(); ++i) read_row(rows[i]);
    if (!faults_.any() && roster_.empty())
      wrong(rows.front().cells.front(), "the roster has a header line but no students");
    return unless(faults_, std::move(roster_));
  }

 private:
  void wrong(const CsvCell& cell, std::string message) { faults_.add(cell, std::move(message)); }

  /// returns  whether rows can be read
  bool read_columns(const CsvRow& names) {
    bool all = true;
    static const std::vector<std::string> known{"id", "name", "email", "repository", "group", "extension"};
    std::vector<std::string> found;
    for (std::size_t i = 0; i < names.cells.size(); ++i) {
      const std::string name = lower_case(names.cells[i].text);
      found.push_back(name);
      if (std::find(known.begin(), known.end(), name) == known.end()) continue;
      if (!columns_.emplace(name, i).second)
        wrong(names.cells[i], fmt::format("found the column {} twice, expected it once", in_quotes(name)));
    }
    for (const char* needed : {"id", "repository"}) {
      const bool elsewhere =
          repositories_ == Repositories::elsewhere && needed == std::string_view("repository");
      if (columns_.contains(needed) || elsewhere) continue;
      wrong(names.cells.front(),
            fmt::format("found no column \"{}\", expected one{}", needed, suggestion(needed, found)));
      all = false;
    }
    return all;
  }

  void read_row(const CsvRow& row) {
    const CsvCell& id = *cell(row, "id");
    Student student{id.text, text(row, "name"), text(row, "email"), "", text(row, "group"), 0, {}};
    if (const std::string why = why_no_folder_name(student.id); !why.empty())
      return wrong(
          id, fmt::format("found the id {}, which {}. An id names a folder of results: choose another one",
                          in_quotes(id.text), why));
    const auto [first, fresh] = lines_.emplace(student.id, row.line);
    if (!fresh)
      return wrong(id,
                   fmt::format("found the id {} twice, first in line {}. Each student needs a different id",
                               in_quotes(id.text), first->second));
    if (const CsvCell* given = cell(row, "repository")) student.repository = repository(*given);
    if (const CsvCell* given = cell(row, "extension")) read_extension(*given, student);
    roster_.push_back(std::move(student));
  }

  /// An empty cell is a student without a repository: a row in the gradebook, not a broken roster.
  std::string repository(const CsvCell& given) {
    if (given.text.empty() || is_address(given.text)) return given.text;
    if (given.text.front() == '-')
      wrong(given, fmt::format("found {}, expected a path or URL of a repository", in_quotes(given.text)));
    return (folder_ / given.text).lexically_normal().string();
  }

  void read_extension(const CsvCell& given, Student& student) {
    if (given.text.empty()) return;
    if (const auto days = days_of(given.text)) {
      student.extension_days = *days;
      return;
    }
    std::string rest = given.text;
    while (!rest.empty()) {
      const std::string part = trimmed(rest.substr(0, rest.find(';')));
      rest = rest.find(';') == rest.npos ? "" : rest.substr(rest.find(';') + 1);
      const auto equals = part.find('=');
      const auto days = equals == part.npos ? std::nullopt : days_of(trimmed(part.substr(equals + 1)));
      if (!days)
        return wrong(given, fmt::format("found the extension {}, expected days (\"2\") or days of labs "
                                        "(\"lab1-gpu-basics=2; lab2=1\"), 0 to 365",
                                        in_quotes(given.text)));
      const std::string lab = trimmed(part.substr(0, equals));
      check_lab(given, lab);
      student.lab_days[lab] = *days;
    }
  }

  void check_lab(const CsvCell& given, const std::string& lab) {
    if (labs_.empty() || std::find(labs_.begin(), labs_.end(), lab) != labs_.end()) return;
    wrong(given, fmt::format("found an extension for {}, which the course does not have{}", in_quotes(lab),
                             suggestion(lab, labs_)));
  }

  static std::optional<double> days_of(const std::string& text) {
    const auto number = plain_number(text);
    if (!number || number->value < 0 || number->value > most_days) return std::nullopt;
    return number->value;
  }

  const CsvCell* cell(const CsvRow& row, const std::string& name) const {
    const auto found = columns_.find(name);
    return found == columns_.end() ? nullptr : &row.cells[found->second];
  }
  std::string text(const CsvRow& row, const std::string& name) const {
    const CsvCell* found = cell(row, name);
    return found == nullptr ? "" : found->text;
  }

  const std::filesystem::path& folder_;
  const std::vector<std::string>& labs_;
  Repositories repositories_;
  std::map<std::string, std::size_t> columns_;
  std::map<std::string, int> lines_;
  Roster roster_;
  Faults faults_;
};

}  // namespace

Result<Roster> parse_roster(std::string_view text, const std::string& where,
                            const std::filesystem::path& folder, const std::vector<std::string>& labs,
                            Repositories repositories) {
  return RosterReader(where, folder, labs, repositories).read(read_csv(text));
}

Result<Roster> load_roster(const std::filesystem::path& path, const std::vector<std::string>& labs,
                           Repositories repositories) {
  const std::string text = TRY(file_text(path, roster_source));
  return parse_roster(text, path.string(), path.parent_path(), labs, repositories);
}

}  // namespace gridmark::load
