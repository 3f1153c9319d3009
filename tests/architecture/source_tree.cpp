#include "tests/architecture/source_tree.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

namespace gridmark::architecture {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t max_source_bytes = 1 << 20;

bool is_left_out(const fs::path& folder) {
  const std::string name = folder.filename().string();
  static constexpr std::array ours{".ci", ".devcontainer", ".github", ".vscode"};
  return name == "build" || name == "out" ||
         (name.starts_with('.') && std::find(ours.begin(), ours.end(), name) == ours.end());
}

bool is_small_regular_file(const fs::directory_entry& entry) {
  return !entry.is_symlink() && entry.is_regular_file() && entry.file_size() <= max_source_bytes;
}

std::string read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

std::vector<SourceFile> read_tree(const fs::path& root) {
  std::vector<SourceFile> files;
  for (auto entry = fs::recursive_directory_iterator(root); entry != fs::recursive_directory_iterator();
       ++entry) {
    if (entry->is_directory() && is_left_out(entry->path())) entry.disable_recursion_pending();
    if (!is_small_regular_file(*entry) || entry->path().filename() == ".git")
      continue;  // in a worktree .git is a file
    files.push_back({entry->path().lexically_relative(root).generic_string(), read_file(entry->path())});
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

std::vector<Include> includes_of(const SourceFile& file) {
  static const std::regex directive(R"re(^\s*#\s*include\s*[<"]([^>"]+)[>"])re");
  std::vector<Include> includes;
  std::istringstream lines(file.text);
  std::smatch match;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find("include") == std::string::npos) continue;  // the regular expression is slow
    if (std::regex_search(line, match, directive)) includes.push_back({number, match[1]});
  }
  return includes;
}

bool is_cpp_source(const std::string& path) {
  static constexpr std::array extensions{".h", ".cpp", ".cu", ".cuh"};
  return std::any_of(extensions.begin(), extensions.end(), [&](auto end) { return path.ends_with(end); });
}

}  // namespace gridmark::architecture
