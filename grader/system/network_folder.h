#pragma once
#include <filesystem>

namespace gridmark::system {

/// Whether the folder is on a file system that several machines share, or on one that is not known to be
/// local.
bool is_network_folder(const std::filesystem::path& folder);

}  // namespace gridmark::system
