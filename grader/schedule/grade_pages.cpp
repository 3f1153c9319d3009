#include "grader/schedule/grade_pages.h"

#include "grader/report/audience.h"
#include "grader/report/html_printer.h"
#include "grader/report/terminal_printer.h"
#include "grader/system/files.h"

namespace gridmark {

/// The staff's page comes last: where it is, the student's are there, too.
Result<void> write_pages(const std::filesystem::path& folder, const GradeRecord& record) {
  const GradeRecord shown = for_audience(record, Audience::student);
  TRY(write_file_atomically(folder / "log.txt", print_terminal(shown, {})));
  TRY(write_file_atomically(folder / "report.html", print_html(shown)));
  return write_file_atomically(folder / staff_page, print_html(record));
}

bool has_pages(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(folder / staff_page, ignored);
}

}  // namespace gridmark
