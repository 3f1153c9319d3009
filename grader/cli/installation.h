#pragma once
#include "grader/core/error.h"
#include "grader/load/load_lab.h"
#include "grader/load/load_rubric.h"
#include "grader/system/program_paths.h"

namespace gridmark::cli {

/// Where gridmark's programs and the course's labs lie.
struct Installation {
  system::ProgramPaths paths;
  load::CourseFolders course;
};

inline Result<Installation> find_installation() {
  return system::find_program_paths().map([](const system::ProgramPaths& paths) {
    return Installation{paths, load::course_folders(paths.source)};
  });
}

struct LabAndRubric {
  Lab lab;
  Rubric rubric;
};

inline Result<LabAndRubric> load_lab_and_rubric(const Installation& installation, const std::string& name) {
  return load::load_lab(installation.course, name).and_then([](const Lab& lab) {
    return load::load_rubric(lab.rubric, lab.name).map([&](const Rubric& rubric) {
      return LabAndRubric{lab, rubric};
    });
  });
}

}  // namespace gridmark::cli
