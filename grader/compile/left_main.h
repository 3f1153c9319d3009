#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/fix.h"

namespace gridmark::compile {

/// The lines of a main that is left in, each to be removed: from `int main` at the place up to the line that
/// ends it, which is the same one or the next that is a brace alone. None where the text has another form.
std::vector<Fix> removed_main(std::string_view text, const Place& place);

}  // namespace gridmark::compile
