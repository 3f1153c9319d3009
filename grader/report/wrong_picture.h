#pragma once
// The picture of wrong elements: rows, columns, and the borders of thread blocks.
#include <string>
#include <vector>

#include "grader/report/html_template.h"
#include "protocol/wrong_elements.h"

namespace gridmark::report {

/// The number of wrong elements, and the rows and columns that contain them.
std::string wrong_words(const WrongElements& seen);

/// The drawing in lines of text, at most 16 of 32 cells. Empty if it would show nothing: all is wrong, or
/// there are few cells.
std::vector<std::string> wrong_text(const WrongElements& seen);

namespace html {
/// The same for wrong.html. Null if it would show nothing.
Data wrong_data(const WrongElements& seen);
}  // namespace html

}  // namespace gridmark::report
