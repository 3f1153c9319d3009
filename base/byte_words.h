#pragma once
#include <cstdint>
#include <string>

namespace gridmark {

/// "1 byte", "512 bytes"
inline std::string bytes_in_words(std::uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

}  // namespace gridmark
