#pragma once
#include <map>
#include <string>
#include <vector>

#include "grader/core/measurement.h"

namespace gridmark::report {

/// The lines around `place`, numbered, the one that it names marked with ">"; empty where it is not known.
///
/// sources  name -> bytes, hostile
/// around   lines before and after
std::vector<std::string> source_excerpt(const std::map<std::string, std::string>& sources, const Place& place,
                                        int around);

}  // namespace gridmark::report
