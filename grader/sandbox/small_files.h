#pragma once
// The one-line files of /proc and of control groups.
#include <cstdint>
#include <string>
#include <string_view>

namespace gridmark::sandbox {

/// Up to 64 KiB of a file. Empty if it cannot be read.
std::string read_small_file(const std::string& path);

/// True if one write took all of `text`, as these files require.
bool write_small_file(const std::string& path, std::string_view text);

/// The number after `key` at the start of a line ("usage_usec 12", "RssAnon:   12 kB"), or `otherwise`.
std::int64_t number_after(std::string_view text, std::string_view key, std::int64_t otherwise);

}  // namespace gridmark::sandbox
