#pragma once
// A new lab from the template. It has separate files with its name in them, and changes no other files.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/system/program_paths.h"
#include "grader/system/stop_flag.h"

namespace gridmark::pipeline {

struct NewLab {
  std::string name;   ///< as in folder names: "lab7-scan"
  std::string title;  ///< for people: "Prefix sums"
};

/// The fault in a lab's name, or "". Valid are a-z, 0-9 and single hyphens, a letter first, 2 to 40
/// characters.
std::string wrong_with_name(const std::string& name);

/// The fault in a title, or "". Valid are 1 to 80 bytes in one line, without quotes and backslashes.
std::string wrong_with_title(const std::string& title);

/// "lab7-scan" -> "Lab7 scan".
std::string title_from(const std::string& name);

/// A file of the new lab.
struct NewFile {
  std::string path;  ///< relative to the source tree
  std::string text;
};

/// The files of `lab`, sorted. Its starter is made from its solution when they are written.
///
/// errors  usage: a bad name or title, or a folder or file of that name exists
///         filesystem: the source tree has no template, so it is not gridmark's source
Result<std::vector<NewFile>> files_of_new_lab(const NewLab& lab, const system::ProgramPaths& paths);

/// Writes the files and makes the starter. If that fails, it removes the files that it has written.
Result<void> write_new_lab(const NewLab& lab, const std::vector<NewFile>& files,
                           const system::ProgramPaths& paths, const system::StopFlag& stop);

}  // namespace gridmark::pipeline
