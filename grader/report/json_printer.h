#pragma once
#include <string>

#include "grader/core/grade_record.h"

namespace gridmark::report {

/// The text of record.json, docs/formats/record.schema.json. The same record gives the same bytes.
/// load_record() reads it back. Seconds are rounded to milliseconds. Bytes that are not UTF-8 become `\xNN`.
std::string print_json(const GradeRecord& record);

}  // namespace gridmark::report
