#pragma once
#include <string>

#include "grader/core/grade_record.h"

namespace gridmark::report {

/// record.json: docs/formats/record.schema.json. The same record gives the same bytes; load_record reads it
/// back. Seconds are rounded to milliseconds; bytes that are not UTF-8 are spelled `\xNN`.
std::string print_json(const GradeRecord& record);

}  // namespace gridmark::report
