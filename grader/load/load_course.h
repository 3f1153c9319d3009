#pragma once
#include <filesystem>
#include <optional>
#include <string_view>

#include "grader/core/course.h"
#include "grader/core/error.h"

namespace gridmark::load {

/// errors  usage: a wrong key or type, a lab twice, a pass mark above the points of the core labs
Result<Course> parse_course(std::string_view text, const std::string& where);

/// course.json of a course's folder. Empty if there is none.
Result<std::optional<Course>> load_course(const std::filesystem::path& folder);

}  // namespace gridmark::load
