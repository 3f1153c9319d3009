#pragma once
// The picture of a bad state after a crash, for the page: calls with their fates, and bars of files.
#include "base/crash_picture.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

/// The data of crash.html.
Data crash_data(const CrashPicture& crash);

}  // namespace gridmark::report::html
