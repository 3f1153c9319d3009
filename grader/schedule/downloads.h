#pragma once
// What a learning platform gives a teacher to download, and whose it is: Moodle's folders
// "Name Surname_123456_assignsubmission_file_", Canvas's files "surnamename_12345_67890_file.zip", or one
// folder or archive for each student.
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/roster.h"

namespace gridmark::schedule {

/// What a platform's name of a file or a folder says.
struct DownloadName {
  enum class Platform { none, moodle, canvas };
  Platform platform = Platform::none;
  std::string person;  ///< "Ada Lovelace" in Moodle, "lovelaceada" in Canvas; else the id
  std::string number;  ///< of the participant, or of the user in Canvas
  std::string file;    ///< as the student named it; empty for a folder
  bool late = false;   ///< Canvas marks it so
};

DownloadName download_name(const std::string& name);

/// The id where no roster gives one: "Ada-Lovelace_123456".
std::string id_of(const DownloadName& name);

/// The row of the roster that `name` is of: by its id, by the platform's number as the id, or by the only
/// name of that spelling.
///
/// returns  none, or all that fit
std::vector<const Student*> rows_of(const Roster& roster, const DownloadName& name);

struct Downloads {
  Roster students;
  std::vector<std::string> late;  ///< ids of those that Canvas marks as late
};

/// The students of a folder of downloads. With a roster, its students in its order, each with what they
/// handed in. Names that start with a dot are left out, and so are files that are no archive and no upload of
/// a platform.
///
/// errors  usage, all of them: a name that fits no row or several, two that fit one; a name that cannot be
/// one of a
///         folder of results; nothing there
Result<Downloads> find_downloads(const std::filesystem::path& folder, const Roster* roster);

/// `uploads` in a folder below `under`, archives unpacked: a name by their content, so that an earlier call's
/// is taken.
///
/// errors  as unpack() has them
Result<std::filesystem::path> stage_uploads(const std::vector<Upload>& uploads,
                                            const std::filesystem::path& under);

/// What `path` is made of, where it is an archive or a folder with one: nothing for any other folder.
std::vector<Upload> uploads_in(const std::filesystem::path& path);

}  // namespace gridmark::schedule
