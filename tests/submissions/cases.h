#pragma once
// The course's cases as GoogleTest's parameters.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/load/load_case.h"
#include "grader/load/load_lab.h"
#include "grader/load/load_rubric.h"
#include "grader/system/program_paths.h"

namespace gridmark::submissions {

inline const system::ProgramPaths paths{GRIDMARK_SOURCE_DIR, GRIDMARK_BUILD_DIR};

template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(message_of(result.error()));
  return *std::move(result);
}

/// The folders of all labs' cases.
inline std::vector<std::filesystem::path> all_case_paths() {
  std::vector<std::filesystem::path> all;
  for (const std::string& lab : load::lab_names(load::course_folders(paths.source)))
    for (const auto& path : load::case_paths(paths.source, lab)) all.push_back(path);
  return all;
}

/// The lab's name. Mutants are in labs/LAB/mutants, the others in tests/submissions/LAB.
inline std::string lab_of(const std::filesystem::path& path) {
  const std::filesystem::path above = path.parent_path();
  return above.filename() == "mutants" ? above.parent_path().filename() : above.filename();
}

inline Rubric rubric_of(const std::string& lab) {
  return must(load::load_rubric(paths.rubrics() / (lab + ".json"), lab));
}

inline SubmissionCase case_at(const std::filesystem::path& path) {
  return must(load::load_case(path, rubric_of(lab_of(path))));
}

/// "lab1_gpu_basics_zeros": lab and case in the form that GoogleTest allows in a name.
inline std::string test_name_of(const std::filesystem::path& path) {
  std::string name = lab_of(path) + "_" + path.stem().string();
  const auto allowed = [](unsigned char c) { return std::isalnum(c) != 0; };
  std::replace_if(name.begin(), name.end(), std::not_fn(allowed), '_');
  return name;
}

}  // namespace gridmark::submissions
