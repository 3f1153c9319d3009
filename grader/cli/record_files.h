#pragma once
// Records on disk, for the commands that look at grades or change them without running anything.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/ledger/ledger.h"
#include "grader/schedule/class_pages.h"
#include "grader/system/folder_lock.h"

namespace gridmark::cli {

struct RecordFile {
  std::filesystem::path path;
  GradeRecord record;
};

/// record.json itself, or all of them below a folder, sorted.
///
/// errors  usage: a name that is neither, no record at all
Result<std::vector<std::filesystem::path>> find_records(const std::vector<std::string>& results);

Result<RecordFile> read_record_file(const std::filesystem::path& path);

/// What find_records() finds, without what cannot be read: one broken record is no reason to keep a class
/// waiting.
struct RecordFiles {
  std::vector<std::filesystem::path> found;
  std::vector<RecordFile> files;  ///< at least one
  /// false: errors were printed, and the command exits as after an error
  bool all() const { return files.size() == found.size(); }
};

/// Prints an error for each record that cannot be read.
///
/// errors  as find_records(); the first record's where none can be read
Result<RecordFiles> read_records(const std::vector<std::string>& results);

/// Keeps batches and other commands from writing into the results folders that hold `records`, so that
/// nobody's points are written over those of somebody who entered others meanwhile. Taken before the records
/// are read. Records outside of a batch's results have no lock.
///
/// errors  filesystem: somebody else writes there now (says who)
Result<std::vector<system::FolderLock>> lock_results(const std::vector<std::filesystem::path>& records);

/// Writes the report beside the record where there is one (in a batch's results, all pages), then the record:
/// where a page cannot be written the record is as before, and who tries again writes both.
Result<void> write_record_files(const RecordFile& file);

/// The same, and the ledger of its results learns of it, with gradebook and class page.
Result<void> write_record(const RecordFile& file, const ledger::Occasion& occasion);

/// schedule::note_records(), with a word on folders whose ledger knows no class.
Result<void> note_kept_records(const std::vector<schedule::KeptRecord>& records,
                               const ledger::Occasion& occasion);

}  // namespace gridmark::cli
