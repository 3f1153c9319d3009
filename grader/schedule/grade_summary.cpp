// What a batch reads out of labs and records.
#include <algorithm>
#include <filesystem>

#include "grader/schedule/batch.h"
#include "grader/system/digest.h"
#include "grader/system/files.h"

namespace gridmark {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_bytes = std::int64_t{64} << 20;

/// Files that decide grades, by name.
std::vector<fs::path> deciding_files(const Lab& lab) {
  std::vector<fs::path> files{lab.rubric};
  std::error_code error;
  for (fs::recursive_directory_iterator entry(lab.folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().lexically_relative(lab.folder).string();
    std::error_code ignored;
    if (!name.starts_with("mutants/") && name != "README.md" && entry->is_regular_file(ignored))
      files.push_back(entry->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Result<std::string> lab_fingerprint(const Lab& lab) {
  Digest digest;
  digest.add(GRIDMARK_VERSION);
  for (const std::string& name : lab.files) digest.add(name);
  for (const fs::path& file : deciding_files(lab)) {
    const auto bytes = read_file(file, most_bytes);
    if (!bytes) return tl::unexpected(bytes.error());
    digest.add(file == lab.rubric ? "rubric" : file.lexically_relative(lab.folder).string()).add(*bytes);
  }
  return digest.hex();
}

std::vector<PlanRow> plan_rows(const std::vector<PlanLine>& lines) {
  std::vector<PlanRow> rows;
  for (const PlanLine& line : lines) {
    const PlannedJob& job = line.job;
    PlanRow row{job.student.id, job.lab->lab.name, "", job.why};
    if (job.state == GradeState::pending) {
      row.what = line.others ? "another shard" : line.done ? "graded already" : "grade";
      row.why = job.source.commit.empty() ? "files as they lie"
                                          : job.source.commit.substr(0, 12) + " of " + job.source.committed;
      if (!job.source.late.empty()) row.why += "; " + job.source.late;
    } else {
      row.what = job.state == GradeState::nothing ? "nothing" : "error";
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

LabGrade grade_of(const GradeRecord& record) {
  LabGrade grade;
  grade.lab = record.lab;
  grade.has_record = true;
  grade.points = record.points;
  grade.points_at_most = record.points_at_most;
  grade.max_points = record.max_points;
  grade.passing = record.passing;
  grade.complete = record.complete;
  grade.credit = record.credit;
  grade.seconds = record.seconds;
  if (record.source) {
    grade.commit = record.source->commit;
    grade.committed = record.source->committed;
    grade.attempt = record.source->attempt;
    grade.late = record.source->late;
  }
  for (const ItemScore& item : record.items)
    grade.items.push_back({item.id, item.title, item.points, item.max_points, item.outcome, item.reason});
  return grade;
}

}  // namespace gridmark
