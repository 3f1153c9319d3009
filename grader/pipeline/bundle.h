#pragma once
// The files with which another system grades a lab: gridmark's sources, the lab with its hidden tests, and
// the system's scripts from bundles/SYSTEM with the lab filled in.
#include <filesystem>
#include <string>

#include "grader/core/lab.h"
#include "grader/core/points.h"
#include "grader/pipeline/course_files.h"

namespace gridmark::pipeline {

struct Bundle {
  Lab lab;
  Points points;          ///< of the rubric
  Points points_by_hand;  ///< the part of them that a person gives
  std::string system;     ///< the folder below bundles/
  std::string image;      ///< a container's image, for systems that need one
};

/// errors  filesystem: a file cannot be read. lab: a name or a title that scripts and pages cannot contain
Result<Handout> collect_bundle(const std::filesystem::path& root, const Bundle& bundle);

}  // namespace gridmark::pipeline
