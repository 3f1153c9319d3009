#pragma once
#include <map>
#include <string>
#include <vector>

#include "grader/core/measurement.h"

namespace gridmark::report {

/// The numbered lines around `place`, with its line marked with ">". Empty if the line is not known.
///
/// sources  name -> bytes, hostile
/// around   number of lines before and after
std::vector<std::string> source_excerpt(const std::map<std::string, std::string>& sources, const Place& place,
                                        int around);

}  // namespace gridmark::report
