#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <tl/expected.hpp>

#include "base/file_descriptor.h"

namespace gridmark::system {

/// A descriptor of `folder`, to reach what lies below it without following its path again. A person named it,
/// so links on the way are followed.
tl::expected<FileDescriptor, std::error_code> open_folder(const std::filesystem::path& folder);

/// The folder `name` below an open one, reached without links: a link in what a student hands in could lead
/// to a solution.
///
/// errors  as is_link() tells: a link is on the way
tl::expected<FileDescriptor, std::error_code> open_folder_beneath(int folder, const std::string& name);

/// Is `error` that of a way that holds a link or leaves its folder?
bool is_link(const std::error_code& error);

/// What open_folder_beneath() and take_file() share: open(2) with these flags, nothing but what lies below.
FileDescriptor open_beneath(int folder, const std::string& name, std::uint64_t flags);

}  // namespace gridmark::system
