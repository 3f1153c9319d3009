#pragma once
#include <string>

#include "grader/core/measurement.h"
#include "grader/core/points.h"

namespace gridmark {

/// A number for people: four significant digits without trailing zeros, no decimals from 1000 on.
/// 8.00 -> "8", 1.0534 -> "1.053", 123456.7 -> "123457", 0.03125 -> "0.03125".
std::string number_text(double value);

/// "8", "8 wavefronts", "0.125". The units "ratio" and "count" are not written.
std::string value_text(double value, const std::string& unit);

/// "3", "1.5", "0.25": exact.
std::string points_text(Points points);

/// "1 point", "2.5 points".
std::string points_words(Points points);

/// "17-20", or "17" where both are the same.
std::string range_text(Points least, Points most);

/// "benchmark.cu:42", or only the file if the line is not known. The bytes are not changed.
std::string place_text(const Place& place);

}  // namespace gridmark
