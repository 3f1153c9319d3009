#pragma once
// source_tree: the project's own files as text, and their includes.
#include <filesystem>
#include <string>
#include <vector>

namespace gridmark::architecture {

struct SourceFile {
  std::string path;  ///< relative to the root of the tree, with '/'
  std::string text;
};

struct Include {
  int line = 0;        ///< counted from 1
  std::string target;  ///< text between the quotes or angle brackets
};

/// Every regular file of at most 1 MiB below `root`, sorted by path. Does not follow links. Skips build
/// outputs, and files of git or an editor (build, out, hidden folders except .ci).
std::vector<SourceFile> read_tree(const std::filesystem::path& root);

std::vector<Include> includes_of(const SourceFile& file);

bool is_cpp_source(const std::string& path);

}  // namespace gridmark::architecture
