#pragma once
// The pages that people read, next to the record. report.html and log.txt are for the student and contain
// nothing of hidden tests. staff.html shows everything, and staff-log.txt is the grader's output.
#include <filesystem>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"

namespace gridmark::schedule {

inline constexpr const char* staff_page = "staff.html";
inline constexpr const char* staff_log = "staff-log.txt";

/// Writes report.html, log.txt and staff.html, each completely or not at all.
///
/// errors  filesystem: one cannot be written
Result<void> write_pages(const std::filesystem::path& folder, const GradeRecord& record);

/// True if write_pages() has written there.
bool has_pages(const std::filesystem::path& folder);

}  // namespace gridmark::schedule
