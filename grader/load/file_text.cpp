#include "grader/load/file_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/nearest.h"

namespace gridmark::load {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t most_file_bytes = std::uintmax_t{1} << 20;

tl::unexpected<Error> missing(const fs::path& path, Error::Source source) {
  const auto neighbours = file_names(path.parent_path(), path.extension().string());
  return failure(source, path.string(),
                 "found no such file" + suggestion(path.filename().string(), neighbours));
}

}  // namespace

std::vector<std::string> file_names(const fs::path& folder, const std::string& extension) {
  std::vector<std::string> all;
  std::error_code error;
  const fs::path where = folder.empty() ? fs::path(".") : folder;
  for (fs::directory_iterator entry(where, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_regular_file(ignored) && entry->path().extension() == extension)
      all.push_back(entry->path().filename().string());
  }
  std::sort(all.begin(), all.end());
  return all;
}

Result<std::string> file_text(const fs::path& path, Error::Source source) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return missing(path, source);
  if (!fs::is_regular_file(status))
    return failure(source, path.string(),
                   "found something else than a regular file, expected a regular file");
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size > most_file_bytes)
    return failure(source, path.string(),
                   fmt::format("found {} bytes, expected at most {}", size, most_file_bytes));
  std::ifstream file(path, std::ios::binary);
  if (!file) return failure(source, path.string(), "cannot be read. Check its permissions");
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace gridmark::load
