#pragma once
// A submission with a known verdict; README.md describes the folders and the keys of expect.json.
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace gridmark::submissions {

struct Case {
  std::string lab;
  std::string name;
  std::filesystem::path folder;

  std::string why;
  double points = 0;
  int exit_code = 0;
  std::vector<std::string> loses;
  std::map<std::string, std::string> outcomes, says, points_at;  ///< by item

  std::string start_from;  ///< "solution", "starter", "empty", or "" when the folder brings files
  std::vector<std::string> extra_files, folders;
  std::map<std::string, std::string> links;
  std::map<std::string, std::uintmax_t> pad;  ///< bytes
  std::vector<std::string> leaves_nothing;

  bool loses_item(const std::string& id) const;
};

/// Folders of all cases below `root` (the project), tests/submissions and mutants, sorted.
std::vector<std::filesystem::path> case_folders(const std::filesystem::path& root);

/// "lab1_gpu_basics_zeros": lab and case as GoogleTest allows them in a name.
std::string test_name_of(const std::filesystem::path& folder);

/// The case in `folder`. Throws std::runtime_error for unknown, missing and mistyped keys.
Case load_case(const std::filesystem::path& folder);

/// Writes the case's submission to `to`, a new folder. Throws std::runtime_error when it cannot be assembled.
void make_submission(const Case& example, const std::filesystem::path& root, const std::filesystem::path& to);

}  // namespace gridmark::submissions
