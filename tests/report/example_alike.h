#pragma once
#include "grader/report/similarity_html.h"

namespace gridmark::report {

/// A ring of three with a name and a text that could break a page, a copy of the solution, and common code.
AlikeLab example_alike();

}  // namespace gridmark::report
