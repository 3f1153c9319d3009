#include "base/utf8.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>

namespace gridmark {
namespace {

struct Lead {
  std::size_t length;  ///< 0 for a byte that cannot start a code point
  char32_t bits;       ///< the bits in the lead byte
  char32_t lowest;     ///< a smaller value is an overlong form
};

Lead lead(unsigned char byte) {
  if (byte < 0x80) return {1, byte, 0};
  if ((byte & 0xe0) == 0xc0) return {2, byte & 0x1fu, 0x80};
  if ((byte & 0xf0) == 0xe0) return {3, byte & 0x0fu, 0x800};
  if ((byte & 0xf8) == 0xf0) return {4, byte & 0x07u, 0x10000};
  return {0, 0, 0};
}

bool scalar(char32_t value, char32_t lowest) {
  return value >= lowest && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
}

/// `bytes` with each invalid byte replaced by the result of `spell`.
template <class Spell>
std::string rewritten(std::string_view bytes, Spell spell) {
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    const CodePoint point = first_code_point(bytes);
    if (point.valid)
      text.append(bytes.substr(0, point.length));
    else
      text.append(spell(point.value));
    bytes.remove_prefix(point.length);
  }
  return text;
}

/// Eight ASCII characters, checked in one step. Most texts are mostly ASCII.
bool are_plain(std::string_view bytes) {
  std::uint64_t all = 0;
  if (bytes.size() != sizeof all) return false;
  std::memcpy(&all, bytes.data(), sizeof all);
  return (all & 0x8080808080808080) == 0;
}

}  // namespace

CodePoint first_code_point(std::string_view bytes) {
  if (bytes.empty()) return {};
  const auto byte = static_cast<unsigned char>(bytes[0]);
  const CodePoint invalid{byte, 1, false};
  const auto [length, bits, lowest] = lead(byte);
  if (length == 0 || length > bytes.size()) return invalid;
  char32_t value = bits;
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(bytes[i]);
    if ((next & 0xc0) != 0x80) return invalid;
    value = value << 6 | (next & 0x3fu);
  }
  if (!scalar(value, lowest)) return invalid;
  return {value, length, true};
}

std::size_t first_invalid_byte(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    if (are_plain(bytes.substr(at, 8))) {
      at += 8;
      continue;
    }
    const CodePoint point = first_code_point(bytes.substr(at));
    if (!point.valid) return at;
    at += point.length;
  }
  return std::string_view::npos;
}

std::string valid_utf8(std::string_view bytes) {
  return rewritten(bytes,
                   [](char32_t byte) { return fmt::format("\\x{:02x}", static_cast<unsigned>(byte)); });
}

std::string replaced_utf8(std::string_view bytes) {
  return rewritten(bytes, [](char32_t) { return "\xef\xbf\xbd"; });
}

std::string_view clipped(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) --most;
  return text.substr(0, most);
}

}  // namespace gridmark
