#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grader/compile/kept_objects.h"
#include "grader/core/points.h"
#include "grader/system/program_paths.h"
#include "grader/system/stop_flag.h"

namespace gridmark::declarations {

struct WholeGrade {
  Points points;
  std::string why;  ///< the first reason why an item earned less than its points
};

/// The submission in `folder` with the additional file candidates.cu: compiled, judged, linked, run and
/// graded like any other. Throws if the grader itself fails.
///
/// items  ids of the rubric's items
WholeGrade grade_with(const std::string& lab, const std::filesystem::path& folder, const std::string& text,
                      const std::vector<std::string>& items, const compile::KeptObjects& kept,
                      const system::ProgramPaths& paths, const system::StopFlag& stop);

}  // namespace gridmark::declarations
