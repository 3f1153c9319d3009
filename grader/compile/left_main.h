#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/fix.h"

namespace gridmark::compile {

/// The removal of each line of a main that was left in. It starts at `int main` at the place and goes up to
/// the closing line, which is the same line or the next line with only a brace. Empty if the text has another
/// form.
std::vector<Fix> removed_main(std::string_view text, const Place& place);

}  // namespace gridmark::compile
