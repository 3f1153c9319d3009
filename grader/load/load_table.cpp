#include "grader/load/load_table.h"

#include "grader/core/faults.h"
#include "grader/load/file_text.h"

namespace gridmark::load {

Result<std::vector<CsvRow>> load_table(const std::filesystem::path& path) {
  constexpr CsvLimits limits{.rows = 10'000, .columns = 1000, .cell_bytes = 256 * 1024};
  const std::string text = TRY(file_text(path, Error::Source::usage));
  CsvTable table = read_csv(text, limits);
  Faults faults(Error::Source::usage, path.string());
  faults.add(table.problems);
  return unless(faults, std::move(table.rows));
}

}  // namespace gridmark::load
