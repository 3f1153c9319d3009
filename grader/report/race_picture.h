#pragma once
// A race, drawn: two threads as lanes, time, and the barrier that is missing between their accesses.
#include <string>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/report/html_template.h"

namespace gridmark::report {

/// "writes at benchmark.cu:59"
std::string access_words(const ThreadAccess& access);

/// What is missing between two accesses that race: "no barrier between them".
std::string barrier_words(const std::vector<ThreadAccess>& accesses);

/// The drawing in lines of text; none unless there are two accesses.
std::vector<std::string> race_text(const std::vector<ThreadAccess>& accesses);

namespace html {
/// The same for race.html, with the student's lines; null unless there are two accesses.
Data race_data(const GradeRecord& record, const std::vector<ThreadAccess>& accesses);
}  // namespace html

}  // namespace gridmark::report
