#pragma once
// A crash that leaves what it must not, drawn for the page: calls with their fates, and bars of files.
#include "base/crash_picture.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

/// For crash.html.
Data crash_data(const CrashPicture& crash);

}  // namespace gridmark::report::html
