#pragma once
#include <filesystem>
#include <optional>
#include <string_view>

#include "grader/core/course.h"
#include "grader/core/error.h"

namespace gridmark::load {

/// errors  usage: another key or type, a lab twice, more to pass than the core labs have
Result<Course> parse_course(std::string_view text, const std::string& where);

/// course.json of a course's folder; nothing where there is none.
Result<std::optional<Course>> load_course(const std::filesystem::path& folder);

}  // namespace gridmark::load
