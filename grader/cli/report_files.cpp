#include "grader/cli/report_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/system/files.h"

namespace gridmark::cli {
namespace fs = std::filesystem;
namespace {

/// Absolute.
fs::path folder_of(const fs::path& record) {
  std::error_code ignored;
  return fs::absolute(record, ignored).lexically_normal().parent_path();
}

/// The deepest folder that all records lie below.
fs::path common_folder(const std::vector<fs::path>& records) {
  fs::path common = folder_of(records.front());
  for (const fs::path& record : records) {
    const fs::path folder = folder_of(record);
    const auto [end, ignored] = std::mismatch(common.begin(), common.end(), folder.begin(), folder.end());
    fs::path shared;
    for (auto part = common.begin(); part != end; ++part) shared /= *part;
    common = shared;
  }
  return common;
}

/// Two records in one folder: the second page must not take the first one's place.
Result<void> require_folders_of_their_own(const std::vector<ReportFile>& reports) {
  for (std::size_t i = 0; i < reports.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (reports[i].folder == reports[j].folder && reports[i].file.name == reports[j].file.name)
        return failure(Error::Source::usage, "RECORD",
                       fmt::format("found two records in {}, expected a separate folder for each",
                                   reports[i].folder.empty() ? "one folder" : reports[i].folder.string()));
  return {};
}

Result<void> write_below(const fs::path& folder, const ReportFile& report) {
  const fs::path path = folder / report.folder / report.file.name;
  std::error_code problem;
  fs::create_directories(path.parent_path(), problem);
  if (problem)
    return failure(Error::Source::filesystem, path.parent_path(), "cannot be made: " + problem.message());
  return system::write_file_atomically(path, report.file.text);
}

}  // namespace

Result<std::vector<ReportFile>> reports_of(const report::ExportFormat& format, const RecordFiles& read,
                                           const report::ExportContext& context) {
  std::vector<ReportFile> reports;
  const auto add = [&](report::Records records, const fs::path& folder) -> Result<void> {
    return report::export_records(format, records, context).map([&](report::ExportFiles made) {
      for (report::ExportFile& file : made) reports.push_back({folder, std::move(file)});
    });
  };
  if (format.together == report::Together::yes) {
    std::vector<GradeRecord> records;
    for (const RecordFile& file : read.files) records.push_back(file.record);
    TRY(add(records, ""));
    return reports;
  }
  const fs::path common = common_folder(read.found);
  for (const RecordFile& file : read.files) {
    const fs::path below = folder_of(file.path).lexically_relative(common);
    TRY(add({&file.record, 1}, below == "." ? fs::path() : below));
  }
  return reports;
}

Result<void> write_reports(const std::vector<ReportFile>& reports, const std::string& output) {
  std::error_code ignored;
  const bool folder = output.ends_with('/') || (!output.empty() && fs::is_directory(output, ignored));
  if (reports.size() == 1 && reports.front().folder.empty() && !folder) {
    if (!output.empty()) return system::write_file_atomically(output, reports.front().file.text);
    fmt::print("{}", reports.front().file.text);
    return {};
  }
  if (output.empty() || fs::is_regular_file(output, ignored))
    return failure(Error::Source::usage, "-o",
                   fmt::format("expected a folder for {} files, the first of which is {}", reports.size(),
                               reports.front().file.name));
  TRY(require_folders_of_their_own(reports));
  for (const ReportFile& report : reports) TRY(write_below(output, report));
  return {};
}

}  // namespace gridmark::cli
