#pragma once
#include <memory>
#include <string>
#include <string_view>

namespace gridmark {

/// SHA-256 of parts, each with its length in front, so that no two lists of parts are alike.
class Digest {
 public:
  Digest();
  ~Digest();
  Digest(Digest&& other) noexcept;
  Digest& operator=(Digest&& other) noexcept;

  Digest& add(std::string_view part);
  /// 64 hexadecimal digits. Nothing may be added afterwards.
  std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gridmark
