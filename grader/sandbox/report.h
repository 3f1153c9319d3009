#pragma once
#include <string>

#include "protocol/run_report.h"

namespace gridmark::sandbox {

using Report = RunReport;
using End = RunReport::End;

/// One line of JSON. Bytes that are not UTF-8 become U+FFFD.
std::string to_json_line(const Report& report);

}  // namespace gridmark::sandbox
