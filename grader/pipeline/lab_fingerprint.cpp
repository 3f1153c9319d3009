#include "grader/pipeline/lab_fingerprint.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "grader/core/sha256.h"
#include "grader/system/files.h"

namespace gridmark::pipeline {
namespace {

namespace fs = std::filesystem;

// The reference's counts and the sweep only inform. They decide nothing.
constexpr std::array left_out{"README.md", "figures", "mutants", "benchmarks", "reference.json"};

bool decides(const fs::path& path) {
  const std::string first = *path.begin();
  return std::find(left_out.begin(), left_out.end(), first) == left_out.end();
}

std::vector<std::string> deciding_files(const fs::path& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path name = entry.path().lexically_relative(folder);
    if (entry.is_regular_file() && decides(name)) names.push_back(name.string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

Result<std::string> lab_fingerprint(const Lab& lab) try {
  constexpr std::int64_t most_bytes = std::int64_t{64} << 20;
  Sha256 fingerprint;
  for (const std::string& name : deciding_files(lab.folder)) {
    const auto text = system::read_file(lab.folder / name, most_bytes);
    if (!text) return failure(Error::Source::lab, text.error().where, text.error().message);
    fingerprint.add_part(name).add_part(*text);
  }
  return fingerprint.digits();
} catch (const fs::filesystem_error& problem) {
  return failure(Error::Source::lab, lab.folder.string(), problem.what());
}

}  // namespace gridmark::pipeline
