#pragma once
#include <string>

#include "grader/core/measurement.h"
#include "grader/core/points.h"

namespace gridmark {

/// For people: four significant digits without trailing zeros, whole from 1000 on.
/// 8.00 -> "8", 1.0534 -> "1.053", 123456.7 -> "123457", 0.03125 -> "0.03125".
std::string number_text(double value);

/// "8", "8 wavefronts", "0.125"; "ratio" and "count" are no words a value needs.
std::string value_text(double value, const std::string& unit);

/// "3", "1.5", "0.25": exact.
std::string points_text(Points points);

/// "1 point", "2.5 points".
std::string points_words(Points points);

/// "17-20", or "17" where both are the same.
std::string range_text(Points least, Points most);

/// "benchmark.cu:42", or the file alone where the line is not known; bytes as they are.
std::string place_text(const Place& place);

}  // namespace gridmark
