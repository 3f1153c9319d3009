#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/measurement.h"

namespace gridmark::compile {

/// The place of the first error that a compiler or linker reports in one of `files`.
///
/// messages  hostile: a student's source decides much of a compiler's output
std::optional<Place> first_error_place(std::string_view messages, const std::vector<std::string>& files);

}  // namespace gridmark::compile
