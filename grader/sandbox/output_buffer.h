#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace gridmark::sandbox {

/// Keeps the beginning and the end of a command's output, in bounded memory.
class OutputBuffer {
 public:
  static constexpr std::size_t head_cap = 64 * 1024;
  static constexpr std::size_t tail_cap = 4 * 1024;

  void append(std::string_view bytes);
  std::int64_t total() const { return total_; }
  const std::string& head() const { return head_; }
  /// The last bytes of the output that did not fit in the head.
  std::string tail() const;

 private:
  std::string head_;
  std::string tail_;
  std::int64_t total_ = 0;
};

}  // namespace gridmark::sandbox
