#pragma once
// Tables of text as in RFC 4180, from people and from submissions. Every error names its line and column.
#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace gridmark {

struct CsvCell {
  std::string text;  ///< without quotes, trimmed unless quoted
  int line = 1;
  int column = 1;  ///< of its first byte, 1-based
};

struct CsvRow {
  int line = 1;
  std::vector<CsvCell> cells;  ///< as many as in the first row
};

struct CsvProblem {
  int line = 1;
  int column = 1;
  std::string message;  ///< "found ..., expected ..."
};

struct CsvLimits {
  std::size_t rows = 10'000;  ///< including the first row
  std::size_t columns = 64;
  std::size_t cell_bytes = 4096;
};

/// The rows that could be read, and the problems of the others.
struct CsvTable {
  std::vector<CsvRow> rows;
  std::vector<CsvProblem> problems;
};

/// Like parse_csv(), but skips rows with a wrong number of cells or a cell that is too large. Reading stops
/// at any other problem.
CsvTable read_csv(std::string_view text, const CsvLimits& limits = {});

/// The rows of `text`, starting with the column names. A byte order mark, CRLF and empty lines are ignored.
///
/// errors  bytes that are not UTF-8, NUL, a quote that is not closed or followed by text, a row with more or
///         fewer cells than the first, semicolons or tabs between columns, more than `limits`, no row
tl::expected<std::vector<CsvRow>, CsvProblem> parse_csv(std::string_view text, const CsvLimits& limits = {});

}  // namespace gridmark
