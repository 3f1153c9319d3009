#include "labkit/starter/tree.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <optional>

namespace gridmark::starter {
namespace fs = std::filesystem;
namespace {

std::optional<std::string> read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

Result<void> write_file(const fs::path& path, const std::string& content) {
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << content << std::flush;
  if (!out) return tl::unexpected(fmt::format("{}: cannot be written", path.string()));
  return {};
}

}  // namespace

Result<Tree> read_tree(const fs::path& folder) {
  Tree tree;
  if (!fs::exists(folder)) return tree;
  std::error_code failed;
  for (fs::recursive_directory_iterator entry(folder, failed), end; entry != end; entry.increment(failed)) {
    if (failed) break;
    const fs::path& path = entry->path();
    if (fs::is_directory(entry->symlink_status())) continue;
    if (!fs::is_regular_file(entry->symlink_status()))
      return tl::unexpected(fmt::format("{}: neither a file nor a folder", path.string()));
    auto content = read_file(path);
    if (!content) return tl::unexpected(fmt::format("{}: cannot be read", path.string()));
    tree.emplace(path.lexically_relative(folder).generic_string(), std::move(*content));
  }
  if (failed) return tl::unexpected(fmt::format("{}: {}", folder.string(), failed.message()));
  return tree;
}

Result<void> write_tree(const Tree& tree, const fs::path& folder) {
  for (const auto& [name, content] : tree) {
    const fs::path path = folder / name;
    if (fs::is_regular_file(fs::symlink_status(path)) && read_file(path) == content) continue;
    if (auto written = write_file(path, content); !written) return written;
  }
  return {};
}

}  // namespace gridmark::starter
