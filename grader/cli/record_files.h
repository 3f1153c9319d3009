#pragma once
// Records on disk, for the commands that look at grades or change them without running anything.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"

namespace gridmark {

struct RecordFile {
  std::filesystem::path path;
  GradeRecord record;
};

/// record.json itself, or all of them below a folder, sorted.
///
/// errors  usage: a name that is neither, no record at all
Result<std::vector<std::filesystem::path>> find_records(const std::vector<std::string>& results);

Result<std::vector<RecordFile>> read_records(const std::vector<std::filesystem::path>& paths);

/// Writes the report beside the record where there is one (in a batch's results, all pages), then the record:
/// where a page cannot be written the record is as before, and who tries again writes both.
Result<void> write_record(const RecordFile& file);

}  // namespace gridmark
