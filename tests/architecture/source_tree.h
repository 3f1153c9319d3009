#pragma once
// source_tree: the project's own files as text, and what they include.
#include <filesystem>
#include <string>
#include <vector>

namespace gridmark::architecture {

struct SourceFile {
  std::string path;  ///< from the root of the tree, with '/'
  std::string text;
};

struct Include {
  int line = 0;        ///< from 1
  std::string target;  ///< what stands between the quotes or angle brackets
};

/// Every regular file of at most 1 MiB below `root`, sorted by path. Links are not followed; what is built
/// or belongs to git or an editor (build, out, hidden folders but .ci) is left out.
std::vector<SourceFile> read_tree(const std::filesystem::path& root);

std::vector<Include> includes_of(const SourceFile& file);

bool is_cpp_source(const std::string& path);

}  // namespace gridmark::architecture
