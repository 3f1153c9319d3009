#include "grader/load/load_table.h"

#include <fmt/format.h>

#include "grader/load/file_text.h"

namespace gridmark::load {

Result<std::vector<CsvRow>> load_table(const std::filesystem::path& path) {
  constexpr CsvLimits limits{.rows = 10'000, .columns = 1000, .cell_bytes = 256 * 1024};
  const std::string text = TRY(file_text(path, Error::Source::usage));
  auto rows = parse_csv(text, limits);
  if (rows) return *std::move(rows);
  return failure(Error::Source::usage,
                 fmt::format("{}:{}:{}", path.string(), rows.error().line, rows.error().column),
                 rows.error().message);
}

}  // namespace gridmark::load
