#pragma once
// Downloads from a learning platform, and the student of each. Moodle gives folders
// "Name Surname_123456_assignsubmission_file_", and Canvas gives files "surnamename_12345_67890_file.zip".
// There can also be one folder or archive for each student.
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/roster.h"

namespace gridmark::schedule {

/// The parts of a platform's name for a file or a folder.
struct DownloadName {
  enum class Platform { none, moodle, canvas };
  Platform platform = Platform::none;
  std::string person;  ///< "Ada Lovelace" in Moodle, "lovelaceada" in Canvas, else the id
  std::string number;  ///< the participant's number, or the user's in Canvas
  std::string file;    ///< the student's name for it, or empty for a folder
  bool late = false;   ///< marked as late by Canvas
};

DownloadName download_name(const std::string& name);

/// An id for use without a roster: "Ada-Lovelace_123456".
std::string id_of(const DownloadName& name);

/// The roster's rows that match `name`: by id, by the platform's number as the id, or by the only person with
/// that spelling.
///
/// returns  none, or all that match
std::vector<const Student*> rows_of(const Roster& roster, const DownloadName& name);

struct Downloads {
  Roster students;
  std::vector<std::string> late;  ///< ids of students that Canvas marks as late
};

/// The students of a folder of downloads. With a roster, these are its students in its order, each with the
/// files that they handed in. Names that start with a dot are left out. So are files that are neither an
/// archive nor an upload of a platform.
///
/// errors  usage, all of them: a name that matches no row or several, two names for one row, a name that a
///         results folder cannot have, an empty folder
Result<Downloads> find_downloads(const std::filesystem::path& folder, const Roster* roster);

/// Copies `uploads` into a folder below `under` and unpacks archives. The folder's name depends on their
/// content, so that an earlier call's folder is used again.
///
/// errors  the errors of unpack()
Result<std::filesystem::path> stage_uploads(const std::vector<Upload>& uploads,
                                            const std::filesystem::path& under);

/// The contents of `path` if it is an archive or a folder with one. Empty for any other folder.
std::vector<Upload> uploads_in(const std::filesystem::path& path);

}  // namespace gridmark::schedule
