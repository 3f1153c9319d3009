#pragma once
// Where the files of a report go.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/cli/record_files.h"
#include "grader/report/exports.h"

namespace gridmark::cli {

struct ReportFile {
  std::filesystem::path folder;  ///< below the output; empty where all records are in one file
  report::ExportFile file;
};

/// All files that `format` makes of the records. Where it makes one for each record, each lies in a folder
/// named as the record's, without what those of all found records have in common.
Result<std::vector<ReportFile>> reports_of(const report::ExportFormat& format, const RecordFiles& read,
                                           const report::ExportContext& context);

/// One file goes to standard output, or to `output`, into it where it is a folder; several need a folder,
/// which is made where it is missing.
///
/// errors  usage: several files and no folder; filesystem: what cannot be written
Result<void> write_reports(const std::vector<ReportFile>& reports, const std::string& output);

}  // namespace gridmark::cli
