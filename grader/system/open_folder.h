#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <tl/expected.hpp>

#include "base/file_descriptor.h"

namespace gridmark::system {

/// A descriptor of `folder`, to reach its contents without following its path again. Links in the path are
/// followed, because a person chose it.
tl::expected<FileDescriptor, std::error_code> open_folder(const std::filesystem::path& folder);

/// The folder `name` below an open one, reached without links, because a student's link could lead to a
/// solution.
///
/// errors  see is_link(): a link is on the way
tl::expected<FileDescriptor, std::error_code> open_folder_beneath(int folder, const std::string& name);

/// Whether `error` is that of a path that contains a link or leaves its folder.
bool is_link(const std::error_code& error);

/// Opens with these flags of open(2), but only below `folder`. Used by open_folder_beneath() and take_file().
FileDescriptor open_beneath(int folder, const std::string& name, std::uint64_t flags);

}  // namespace gridmark::system
