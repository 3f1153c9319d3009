#pragma once
// rubrics/NAME.json -> Rubric.
#include <filesystem>
#include <string>
#include <string_view>

#include "grader/core/error.h"
#include "grader/core/rubric.h"

namespace gridmark::load {

/// The rubric of the lab named `lab`.
///
/// errors  rubric: not readable, not JSON, not a rubric, or one of another lab
Result<Rubric> load_rubric(const std::filesystem::path& path, const std::string& lab);

/// The same from text. `where` names it in messages.
Result<Rubric> parse_rubric(std::string_view text, const std::string& where, const std::string& lab);

}  // namespace gridmark::load
