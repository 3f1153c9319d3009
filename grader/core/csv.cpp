#include "grader/core/csv.h"

#include <fmt/format.h>

#include <utility>

#include "base/utf8.h"

namespace gridmark {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

class Reader {
 public:
  Reader(std::string_view text, const CsvLimits& limits) : text_(text), limits_(limits) {}

  CsvTable read() {
    check_bytes();
    if (text_.starts_with(byte_order_mark)) at_ = line_start_ = byte_order_mark.size();
    while (!ended_ && at_ < text_.size()) read_row();
    if (table_.problems.empty() && table_.rows.empty())
      fail(1, 1, "found no row, expected the names of the columns");
    return std::move(table_);
  }

 private:
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool at_row_end() const { return at_ >= text_.size() || here() == '\n' || here() == '\r'; }
  int column() const { return static_cast<int>(at_ - line_start_) + 1; }

  void note(int line, int column, std::string message) {
    if (!ended_) table_.problems.push_back({line, column, std::move(message)});
  }
  void fail(int line, int column, std::string message) {
    note(line, column, std::move(message));
    ended_ = true;
  }

  /// Reports the line and column of the byte at `offset`.
  void fail_at(std::size_t offset, std::string message) {
    int line = 1;
    std::size_t start = 0;
    for (std::size_t i = 0; i < offset; ++i)
      if (text_[i] == '\n') ++line, start = i + 1;
    fail(line, static_cast<int>(offset - start) + 1, std::move(message));
  }

  void check_bytes() {
    if (const auto bad = first_invalid_byte(text_); bad != text_.npos)
      fail_at(bad, "found a byte that is not UTF-8, expected text. Save the file as UTF-8");
    if (const auto zero = text_.find('\0'); zero != text_.npos)
      fail_at(zero, "found a zero byte, expected text. Save the file as UTF-8");
  }

  void next_line() {
    if (here() == '\r') ++at_;
    if (here() == '\n') ++at_;
    ++line_;
    line_start_ = at_;
  }

  void read_row() {
    CsvRow row{line_, {}};
    if (!blank_line()) {
      do {
        if (row.cells.size() == limits_.columns)
          return fail(line_, column(), fmt::format("found more than {} columns", limits_.columns));
        row.cells.push_back(read_cell());
      } while (!ended_ && take(','));
      if (ended_) return;
      if (table_.rows.size() == limits_.rows)
        return fail(line_, 1, fmt::format("found more than {} rows", limits_.rows));
      if (is_sound(row)) table_.rows.push_back(std::move(row));
    }
    if (!ended_) next_line();
  }

  bool blank_line() {
    const auto end = text_.find_first_of("\r\n", at_);
    const std::string_view line = text_.substr(at_, end == text_.npos ? text_.npos : end - at_);
    if (!trimmed(line).empty()) return false;
    at_ += line.size();
    return true;
  }

  bool take(char wanted) {
    if (at_ >= text_.size() || here() != wanted) return false;
    ++at_;
    return true;
  }

  CsvCell read_cell() {
    while (here() == ' ' || here() == '\t') ++at_;
    CsvCell cell{"", line_, column()};
    if (take('"')) {
      read_quoted(cell);
    } else {
      const std::size_t start = at_;
      while (!at_row_end() && here() != ',') ++at_;
      cell.text = trimmed(text_.substr(start, at_ - start));
    }
    return cell;
  }

  void read_quoted(CsvCell& cell) {
    while (at_ < text_.size()) {
      if (take('"')) {
        if (!take('"')) return end_quoted();
        cell.text += '"';
        continue;
      }
      if (here() == '\n') ++line_, line_start_ = at_ + 1;
      cell.text += text_[at_++];
    }
    fail(cell.line, cell.column, "found a quote that is never closed, expected another one");
  }

  void end_quoted() {
    while (here() == ' ' || here() == '\t') ++at_;
    if (!at_row_end() && here() != ',')
      fail(line_, column(), "found text behind a closing quote, expected a comma");
  }

  bool is_sound(const CsvRow& row) {
    const std::size_t before = table_.problems.size();
    for (const CsvCell& cell : row.cells)
      if (cell.text.size() > limits_.cell_bytes)
        note(cell.line, cell.column,
             fmt::format("found a cell of {} bytes, expected at most {}", cell.text.size(),
                         limits_.cell_bytes));
    check_shape(row);
    const bool sound = table_.problems.size() == before;
    ended_ = ended_ || (!sound && table_.rows.empty());  // the first row has the column names
    return sound;
  }

  void check_shape(const CsvRow& row) {
    if (table_.rows.empty()) return check_separator(row);
    const std::size_t wanted = table_.rows.front().cells.size();
    if (row.cells.size() != wanted)
      note(row.line, row.cells.back().column,
           fmt::format("found {} cell{}, expected {} as in the first row. Text with commas needs quotes",
                       row.cells.size(), row.cells.size() == 1 ? "" : "s", wanted));
  }

  void check_separator(const CsvRow& first) {
    if (first.cells.size() > 1) return;
    const std::string& only = first.cells.front().text;
    for (const auto& [mark, name] : {std::pair{';', "semicolons"}, {'\t', "tabs"}})
      if (const auto at = only.find(mark); at != only.npos)
        fail(first.line, first.cells.front().column + static_cast<int>(at),
             fmt::format("found {} between the columns, expected commas", name));
  }

  std::string_view text_;
  CsvLimits limits_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
  CsvTable table_;
  bool ended_ = false;  ///< a problem hides where the next row begins
};

}  // namespace

CsvTable read_csv(std::string_view text, const CsvLimits& limits) { return Reader(text, limits).read(); }

tl::expected<std::vector<CsvRow>, CsvProblem> parse_csv(std::string_view text, const CsvLimits& limits) {
  CsvTable table = read_csv(text, limits);
  if (!table.problems.empty()) return tl::unexpected(table.problems.front());
  return std::move(table.rows);
}

}  // namespace gridmark
