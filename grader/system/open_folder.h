#pragma once
#include <filesystem>
#include <system_error>
#include <tl/expected.hpp>

#include "grader/system/file_descriptor.h"

namespace gridmark {

/// A descriptor of `folder`, to reach what lies below it without following its path again.
tl::expected<FileDescriptor, std::error_code> open_folder(const std::filesystem::path& folder);

}  // namespace gridmark
