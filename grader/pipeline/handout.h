#pragma once
// A repository for students: what they need to build, test and grade, and nothing that gives answers away.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/core/points.h"
#include "grader/pipeline/course_files.h"

namespace gridmark::pipeline {

/// A lab and what it is worth.
struct HandoutLab {
  Lab lab;
  Points points;
  bool credit = true;  ///< false: they count in no grade
};

/// Collects the files: gridmark's sources, the labs without hidden tests and mutants, their starters and
/// rubrics, the pages of docs/ that their READMEs link to, and what handout/ adds, with the labs filled in.
/// Hidden files of editors and systems stay behind.
///
/// root    the course
/// errors  filesystem: a file cannot be read, or is a link; lab: there is no labs to hand out
Result<Handout> collect_handout(const std::filesystem::path& root, const std::vector<HandoutLab>& labs);

/// Writes it to `to`, which is made. The names go to a list there, by which a later handout replaces this
/// one.
///
/// update  `to` holds an earlier handout: its files are replaced, and removed where they are no more;
/// whatever
///         else lies there stays, a .git folder too
/// errors  filesystem: `to` holds something and `update` is not set, or no handout and it is
Result<void> write_handout(const Handout& handout, const std::filesystem::path& to, bool update);

/// Whether write_handout has made this folder, or the folder is a copy of such a one.
bool is_handout(const std::filesystem::path& folder);

/// What keeps write_handout from writing there.
Result<void> require_place(const std::filesystem::path& to, bool update);

}  // namespace gridmark::pipeline
