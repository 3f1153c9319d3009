#pragma once
// Tables of text as RFC 4180 has them, from people and from submissions: every complaint names line and
// column.
#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace gridmark {

struct CsvCell {
  std::string text;  ///< without quotes, blanks at either end left out unless quoted
  int line = 1;
  int column = 1;  ///< of its first byte, 1-based
};

struct CsvRow {
  int line = 1;
  std::vector<CsvCell> cells;  ///< as many as the first row has
};

struct CsvProblem {
  int line = 1;
  int column = 1;
  std::string message;  ///< "found ..., expected ..."
};

struct CsvLimits {
  std::size_t rows = 10'000;  ///< the first row included
  std::size_t columns = 64;
  std::size_t cell_bytes = 4096;
};

/// The rows that can be read, and what is wrong with the others.
struct CsvTable {
  std::vector<CsvRow> rows;
  std::vector<CsvProblem> problems;
};

/// As parse_csv(), past rows that have another number of cells than the first or a cell that is too large.
/// After any other problem no row follows.
CsvTable read_csv(std::string_view text, const CsvLimits& limits = {});

/// The rows of `text`, the names of the columns first. A byte order mark, CRLF and empty lines are taken as
/// nothing.
///
/// errors  bytes that are not UTF-8, NUL, a quote that is not closed or followed by text, a row with more or
///         fewer cells than the first, semicolons or tabs between columns, more than `limits`, no row
tl::expected<std::vector<CsvRow>, CsvProblem> parse_csv(std::string_view text, const CsvLimits& limits = {});

}  // namespace gridmark
