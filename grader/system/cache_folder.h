#pragma once
#include <filesystem>

namespace gridmark::system {

/// Where this user's programs keep what can be made again: $XDG_CACHE_HOME/gridmark, else
/// $HOME/.cache/gridmark. Empty where neither names an absolute folder; need not be there.
std::filesystem::path cache_folder();

}  // namespace gridmark::system
