#pragma once
#include <memory>
#include <string>
#include <string_view>

namespace gridmark {

/// A fingerprint of bytes that cannot be forged: SHA-256, from OpenSSL's libcrypto.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&& other) noexcept;
  Sha256& operator=(Sha256&& other) noexcept;

  Sha256& add(std::string_view bytes);
  /// Adds a name or a file with its length before it, so that "ab" + "c" is not "a" + "bc".
  Sha256& add_part(std::string_view bytes);
  /// 64 hexadecimal digits of all added bytes. Call it last.
  std::string digits();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha256(std::string_view bytes);

}  // namespace gridmark
