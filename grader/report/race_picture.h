#pragma once
// The picture of a race: two threads as lanes, time, and the missing barrier between their accesses.
#include <string>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/report/html_template.h"

namespace gridmark::report {

/// "writes at benchmark.cu:59"
std::string access_words(const ThreadAccess& access);

/// The protection that two racing accesses lack: "no barrier between them".
std::string barrier_words(const std::vector<ThreadAccess>& accesses);

/// The drawing in lines of text. Empty unless there are two accesses.
std::vector<std::string> race_text(const std::vector<ThreadAccess>& accesses);

namespace html {
/// The data of race.html, with the student's lines. Null unless there are two accesses.
Data race_data(const GradeRecord& record, const std::vector<ThreadAccess>& accesses);
}  // namespace html

}  // namespace gridmark::report
