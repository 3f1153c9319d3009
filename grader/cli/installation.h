#pragma once
#include "grader/core/error.h"
#include "grader/load/load_lab.h"
#include "grader/system/program_paths.h"

namespace gridmark {

/// Where gridmark's programs and the course's labs lie.
struct Installation {
  ProgramPaths paths;
  CourseFolders course;
};

inline Result<Installation> find_installation() {
  return find_program_paths().map([](const ProgramPaths& paths) {
    return Installation{paths, course_folders(paths.source)};
  });
}

}  // namespace gridmark
