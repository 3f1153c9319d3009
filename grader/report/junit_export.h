#pragma once
#include <string>

#include "grader/report/exports.h"

namespace gridmark::report {

/// GoogleTest's flavour of JUnit: a suite for each record, a case for each item. An open item is skipped,
/// because it has neither passed nor failed.
std::string junit_text(Records records, const ExportContext& context);

}  // namespace gridmark::report
