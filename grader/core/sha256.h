#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gridmark {

/// A fingerprint of bytes that nobody can give to other bytes on purpose.
///
/// source  FIPS 180-4, Secure Hash Standard, section 6.2
class Sha256 {
 public:
  Sha256& add(std::string_view bytes);
  /// A name or a file with its length before it, so that "ab" + "c" is not "a" + "bc".
  Sha256& add_part(std::string_view bytes);
  /// 64 hexadecimal digits, of all that was added. Nothing can be added afterwards.
  std::string digits();

 private:
  void take_block(const unsigned char* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::string rest_;         ///< less than a block
  std::uint64_t bytes_ = 0;  ///< added so far
};

std::string sha256(std::string_view bytes);

}  // namespace gridmark
