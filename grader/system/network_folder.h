#pragma once
#include <filesystem>

namespace gridmark::system {

/// Is the folder on a file system that several machines share, or one whose kind is not known to be local?
bool is_network_folder(const std::filesystem::path& folder);

}  // namespace gridmark::system
