#pragma once
#include <cstdio>
#include <string>

namespace gridmark::cuda {

/// "GPU-8f2c0a1b-...", the form in which the driver's tools write the 16 bytes of a device's UUID.
inline std::string uuid_text(const char* bytes) {
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned>(static_cast<unsigned char>(bytes[i])));
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += digits;
  }
  return text;
}

}  // namespace gridmark::cuda
