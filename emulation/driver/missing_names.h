#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace gridmark::driver {

/// A compiler only reports that a name was not declared. For each name that looks like one of CUDA's, this
/// returns a line: the emulated device lacks it, and a way around it. `include` is the toolkit's folder of
/// headers.
std::string about_missing_names(std::string_view messages, const std::filesystem::path& include);

}  // namespace gridmark::driver
