#pragma once
// labs/NAME/lab.json and the files beside it -> Lab.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/lab.h"

namespace gridmark::load {

/// Where a course keeps its labs: one folder or file per lab and kind, named as the lab.
struct CourseFolders {
  std::filesystem::path labs;       ///< NAME/lab.json
  std::filesystem::path starter;    ///< NAME/ and what students edit
  std::filesystem::path rubrics;    ///< NAME.json
  std::filesystem::path solutions;  ///< NAME/ and the staff's files; may be missing
};

/// The folders as this repository has them under `root`.
CourseFolders course_folders(const std::filesystem::path& root);

/// The lab's description with its defaults, and the files of its starter, sorted.
///
/// errors  lab: no such lab (names the nearest), a broken lab.json, a starter without files
Result<Lab> load_lab(const CourseFolders& course, const std::string& name);

/// Names of the folders in labs/ that hold a lab.json, sorted.
std::vector<std::string> lab_names(const CourseFolders& course);

/// Every lab by order and name; broken ones last, so that one does not hide the others.
std::vector<Result<Lab>> list_labs(const CourseFolders& course);

}  // namespace gridmark::load
