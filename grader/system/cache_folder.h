#pragma once
#include <filesystem>

namespace gridmark::system {

/// The folder for this user's cache of gridmark: $XDG_CACHE_HOME/gridmark, else $HOME/.cache/gridmark. Empty
/// if neither variable is an absolute path. The folder may be missing.
std::filesystem::path cache_folder();

}  // namespace gridmark::system
