#pragma once
// A repository for students. It has all they need to build, test and grade, and no answers.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/core/points.h"
#include "grader/pipeline/course_files.h"

namespace gridmark::pipeline {

/// A lab and its points.
struct HandoutLab {
  Lab lab;
  Points points;
  bool credit = true;  ///< false: the points do not count in a grade
};

/// Collects the files. These are gridmark's sources, the labs without hidden tests and mutants, their
/// starters and rubrics, and the pages of docs/ that their READMEs link to. Files from handout/ are added
/// with the labs filled in. Hidden files of editors and systems are left out.
///
/// root    the course
/// errors  filesystem: a file cannot be read, or is a link. lab: `labs` is empty
Result<Handout> collect_handout(const std::filesystem::path& root, const std::vector<HandoutLab>& labs);

/// Writes the handout to `to`, which is created. A list of the names is also written there, so that a later
/// handout can replace this one.
///
/// update  `to` can have an earlier handout. Its files are replaced, or removed if the new one lacks them.
///         Other files stay, also a .git folder
/// errors  usage: `to` has an earlier handout without `update`, or other files and no handout. filesystem: it
///         cannot be written
Result<void> write_handout(const Handout& handout, const std::filesystem::path& to, bool update);

/// Whether write_handout() made this folder, or the folder it is a copy of.
bool is_handout(const std::filesystem::path& folder);

/// Has the usage errors of write_handout().
Result<void> require_place(const std::filesystem::path& to, bool update);

}  // namespace gridmark::pipeline
