#include "grader/schedule/grade_pages.h"

#include "grader/report/audience.h"
#include "grader/report/html_printer.h"
#include "grader/report/terminal_printer.h"
#include "grader/system/files.h"

namespace gridmark::schedule {

/// The staff's page is written last. If it exists, the student's pages exist too.
Result<void> write_pages(const std::filesystem::path& folder, const GradeRecord& record) {
  const GradeRecord shown = report::for_audience(record, report::Audience::student);
  TRY(system::write_file_atomically(folder / "log.txt", report::print_terminal(shown, {})));
  TRY(system::write_file_atomically(folder / "report.html", report::print_html(shown)));
  return system::write_file_atomically(folder / staff_page, report::print_html(record));
}

bool has_pages(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(folder / staff_page, ignored);
}

}  // namespace gridmark::schedule
