#pragma once
// record.json -> GradeRecord, for rescoring and for reports over many records.
#include <string>
#include <string_view>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"

namespace gridmark::load {

inline constexpr std::size_t most_record_bytes = std::size_t{256} << 20;

/// Reads the output of the JSON printer. Printing it again gives the same bytes. `where` names the text in
/// messages.
///
/// errors  filesystem: over most_record_bytes, not JSON, not a record of this schema
Result<GradeRecord> load_record(std::string_view text, const std::string& where = "record.json");

}  // namespace gridmark::load
