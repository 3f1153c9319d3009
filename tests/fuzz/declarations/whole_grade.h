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
  std::string why;  ///< the first reason for which an item earned less than all
};

/// The submission in `folder` with the file candidates.cu beside its own: compiled, judged, linked, run and
/// graded as any other is. Throws where the grader itself fails.
///
/// items  of the rubric
WholeGrade grade_with(const std::string& lab, const std::filesystem::path& folder, const std::string& text,
                      const std::vector<std::string>& items, const compile::KeptObjects& kept,
                      const system::ProgramPaths& paths, const system::StopFlag& stop);

}  // namespace gridmark::declarations
