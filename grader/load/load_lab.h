#pragma once
// labs/NAME/lab.json and the files next to it -> Lab.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/lab.h"

namespace gridmark::load {

/// The folders of a course's labs. Each lab has one folder or file of each kind, with the lab's name.
struct CourseFolders {
  std::filesystem::path labs;       ///< NAME/lab.json
  std::filesystem::path starter;    ///< NAME/ with the files that students edit
  std::filesystem::path rubrics;    ///< NAME.json
  std::filesystem::path solutions;  ///< NAME/ with the staff's files, may be missing
};

/// The folders of this repository's layout under `root`.
CourseFolders course_folders(const std::filesystem::path& root);

/// The lab's description with its defaults, and the files of its starter, sorted.
///
/// errors  lab: no such lab (names the nearest), a broken lab.json, a starter without files
Result<Lab> load_lab(const CourseFolders& course, const std::string& name);

/// Names of the folders in labs/ with a lab.json, sorted.
std::vector<std::string> lab_names(const CourseFolders& course);

/// Every lab by order and name. Broken labs come last, so that one does not hide the others.
std::vector<Result<Lab>> list_labs(const CourseFolders& course);

}  // namespace gridmark::load
