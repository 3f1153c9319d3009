#pragma once
// nvidia-smi's --query-gpu=FIELDS --format=csv. Pure.
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/report/smi_table.h"

namespace gridmark::report {

struct SmiQuery {
  std::vector<std::string> fields;
  bool header = true, units = true;
};

/// `fields` as "index,name", `format` as "csv,noheader,nounits".
///
/// errors  usage: an unknown field (the error lists all fields), an empty list, a format without csv
Result<SmiQuery> parse_smi_query(const std::string& fields, const std::string& format);

/// The header line with the names.
std::string print_smi_header(const SmiQuery& query);
/// A line for each chosen device.
std::string print_smi_rows(const SmiQuery& query, const SmiPicture& picture);

/// "clocks.sm  MHz of the multiprocessors", a line for each field.
std::string print_smi_fields();

}  // namespace gridmark::report
