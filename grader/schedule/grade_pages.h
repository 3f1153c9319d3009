#pragma once
// What persons read of a grade, beside its record. report.html and log.txt are for the student and say
// nothing of hidden tests; staff.html says all, and staff-log.txt is what the grader printed.
#include <filesystem>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"

namespace gridmark::schedule {

inline constexpr const char* staff_page = "staff.html";
inline constexpr const char* staff_log = "staff-log.txt";

/// Writes report.html, log.txt and staff.html, each whole or not at all.
///
/// errors  filesystem: one cannot be written
Result<void> write_pages(const std::filesystem::path& folder, const GradeRecord& record);

/// Has write_pages() written there?
bool has_pages(const std::filesystem::path& folder);

}  // namespace gridmark::schedule
