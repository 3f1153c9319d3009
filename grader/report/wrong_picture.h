#pragma once
// Where an answer is wrong, drawn: its rows and columns, and the borders of the blocks of threads.
#include <string>
#include <vector>

#include "grader/report/html_template.h"
#include "protocol/wrong_elements.h"

namespace gridmark::report {

/// How many elements are wrong, and within which rows and columns.
std::string wrong_words(const WrongElements& seen);

/// The drawing in lines of text, at most 16 of 32 cells; none where it would show nothing: all is wrong, or
/// there are few cells.
std::vector<std::string> wrong_text(const WrongElements& seen);

namespace html {
/// The same for wrong.html; null where it would show nothing.
Data wrong_data(const WrongElements& seen);
}  // namespace html

}  // namespace gridmark::report
