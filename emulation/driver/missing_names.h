#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace gridmark::driver {

/// A compiler says only that a name was not declared. Where the name looks like one of CUDA's, a line each
/// says that the emulated device lacks it, and the way round it. `include` is the toolkit's folder of
/// headers.
std::string about_missing_names(std::string_view messages, const std::filesystem::path& include);

}  // namespace gridmark::driver
