#pragma once
// The names of a checker's tests, as the checker lists them.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/error.h"
#include "grader/system/stop_flag.h"

namespace gridmark::measure {

/// "Suite.Test" of every test, in the order in which they run.
///
/// errors  toolchain: there is no such checker. checker: it does not list its tests
Result<std::vector<std::string>> list_tests(const std::filesystem::path& checker,
                                            const system::StopFlag& stop);

/// The names in GoogleTest's output for --gtest_list_tests. Suites end in a dot, and their tests are
/// indented.
std::vector<std::string> names_in_listing(std::string_view listing);

}  // namespace gridmark::measure
