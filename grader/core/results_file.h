#pragma once
// The files that a batch writes at the top of a results folder, next to one folder for each student. Other
// files and folders there start with a dot, which no student's id does.
#include <filesystem>

#include "base/enum_names.h"

namespace gridmark {

enum class ResultsFile { gradebook, class_page, summary, similarity, late_policy, ledger };

constexpr auto names(ResultsFile) {
  using enum ResultsFile;
  return EnumNames<ResultsFile, 6>{{{gradebook, "gradebook.csv"},
                                    {class_page, "class.html"},
                                    {summary, "summary.json"},
                                    {similarity, "similarity.html"},
                                    {late_policy, "late-policy.json"},
                                    {ledger, "course.sqlite"}}};
}

inline std::filesystem::path results_file(const std::filesystem::path& results, ResultsFile file) {
  return results / name_of(file);
}

}  // namespace gridmark
