#pragma once
// Reads and writes JSON for a server. Given.
//
//   const Json body = parse_json(request.body);
//   if (const Json* prompt = body.member("prompt")) ...            // prompt->kind, prompt->string
//   reply.body = "{\"error\":" + json_text("prompt is empty") + "}";
//
// source  RFC 8259
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// A text that is not JSON. The message names the byte.
struct JsonError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Json {
  enum class Kind { null, boolean, number, string, array, object };
  Kind kind = Kind::null;
  bool boolean = false;
  double number = 0;   ///< whole numbers up to 2^53 are exact
  std::string string;  ///< UTF-8
  std::vector<Json> array;
  std::map<std::string, Json> object;  ///< if a name is repeated, it has the last member

  /// Null if there is no such member.
  const Json* member(const std::string& name) const {
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &found->second;
  }
};

/// The length of the UTF-8 character at the start of `bytes`, or 0 if there is no valid character.
inline std::size_t character_length(std::string_view bytes) {
  const auto at = [&](std::size_t i) { return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u; };
  const auto follows = [&](std::size_t i) { return at(i) >= 0x80 && at(i) < 0xc0; };
  if (bytes.empty()) return 0;
  if (at(0) < 0x80) return 1;
  if (at(0) >= 0xc2 && at(0) < 0xe0) return follows(1) ? 2 : 0;
  if (at(0) >= 0xe0 && at(0) < 0xf0) {
    const bool overlong = at(0) == 0xe0 && at(1) < 0xa0, surrogate = at(0) == 0xed && at(1) >= 0xa0;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  const bool overlong = at(0) == 0xf0 && at(1)<0x90, beyond = at(0)> 0xf4 || (at(0) == 0xf4 && at(1) >= 0x90);
  return at(0) >= 0xf0 && follows(1) && follows(2) && follows(3) && !overlong && !beyond ? 4 : 0;
}

/// The text in quotes, with escapes. It must be valid UTF-8.
inline std::string json_text(std::string_view text) {
  std::string json = "\"";
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\') json += '\\';
    if (code >= 0x20) json += letter;
    if (code < 0x20) json += std::string("\\u00") + (code < 16 ? '0' : '1') + "0123456789abcdef"[code % 16];
  }
  return json + '"';
}

/// The shortest number that is read back as the same double, or null if the number is not finite.
inline std::string json_text(double number) {
  if (!std::isfinite(number)) return "null";
  std::array<char, 32> digits{};
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr};
}

/// Reads one value from a text.
class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  Json read() {
    Json value = value_at(0);
    blanks();
    if (at_ != text_.size()) fail("the end");
    return value;
  }

 private:
  static constexpr int most_levels = 64;

  [[noreturn]] void fail(const std::string& expected) const {
    throw JsonError("the body is not JSON at byte " + std::to_string(at_) + ": expected " + expected);
  }
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  /// If the mark is next, skips it and the blanks around it.
  bool takes(char mark) {
    blanks();
    if (next() != mark) return false;
    ++at_;
    blanks();
    return true;
  }

  Json value_at(int level) {
    if (level > most_levels) fail("fewer levels");
    blanks();
    if (next() == '{') return object_at(level);
    if (next() == '[') return array_at(level);
    Json value;
    if (next() == '"') {
      value.kind = Json::Kind::string;
      value.string = string();
    } else if (next() == '-' || (next() >= '0' && next() <= '9')) {
      value.kind = Json::Kind::number;
      value.number = number();
    } else {
      const auto word = [&](std::string_view name) { return text_.substr(at_, name.size()) == name; };
      if (!word("null") && !word("true") && !word("false")) fail("a value");
      if (!word("null")) value.kind = Json::Kind::boolean;
      value.boolean = word("true");
      at_ += word("false") ? 5 : 4;
    }
    return value;
  }

  Json array_at(int level) {
    Json value;
    value.kind = Json::Kind::array;
    ++at_;
    if (takes(']')) return value;
    do value.array.push_back(value_at(level + 1));
    while (takes(','));
    if (!takes(']')) fail("\",\" or \"]\"");
    return value;
  }

  Json object_at(int level) {
    Json value;
    value.kind = Json::Kind::object;
    ++at_;
    if (takes('}')) return value;
    do {
      if (next() != '"') fail("the name of a member");
      const std::string name = string();
      if (!takes(':')) fail("\":\"");
      value.object[name] = value_at(level + 1);
    } while (takes(','));
    if (!takes('}')) fail("\",\" or \"}\"");
    return value;
  }

  double number() {
    const std::size_t begin = at_;
    const auto digits = [&] {
      const std::size_t first = at_;
      while (next() >= '0' && next() <= '9') ++at_;
      if (at_ == first) fail("a digit");
    };
    if (next() == '-') ++at_;
    if (next() == '0')
      ++at_;
    else
      digits();
    if (next() == '.') ++at_, digits();
    if (next() == 'e' || next() == 'E') {
      ++at_;
      if (next() == '+' || next() == '-') ++at_;
      digits();
    }
    double value = 0;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (std::from_chars(word.data(), word.data() + word.size(), value).ec != std::errc())
      fail("a number that a double has");
    return value;
  }

  std::string string() {
    std::string value;
    ++at_;
    while (next() != '"') {
      const std::size_t length = character_length(text_.substr(at_));
      if (length == 0 || static_cast<unsigned char>(next()) < 0x20) fail("a character of UTF-8 or \"");
      if (next() == '\\') {
        escape(value);
      } else {
        value += text_.substr(at_, length);
        at_ += length;
      }
    }
    ++at_;
    return value;
  }

  void escape(std::string& value) {
    constexpr std::string_view names = "\"\\/bfnrt", letters = "\"\\/\b\f\n\r\t";
    ++at_;
    const std::size_t simple = names.find(next());
    if (next() == 'u') return unicode(value);
    if (simple == names.npos || at_ == text_.size()) fail("an escape");
    value += letters[simple];
    ++at_;
  }

  void unicode(std::string& value) {
    std::uint32_t code = four_digits();
    if (code >= 0xd800 && code < 0xdc00 && next() == '\\' && text_.substr(at_ + 1, 1) == "u") {
      ++at_;
      const std::uint32_t low = four_digits();
      if (low < 0xdc00 || low >= 0xe000) fail("the other half of a pair behind it");
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (code >= 0xd800 && code < 0xe000) fail("both halves of a pair");
    if (code < 0x80)
      value += static_cast<char>(code);
    else
      append(value, code);
  }

  static void append(std::string& value, std::uint32_t code) {
    const int bytes = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    const std::uint32_t lead = bytes == 2 ? 0xc0 : bytes == 3 ? 0xe0 : 0xf0;
    value += static_cast<char>(lead | code >> 6 * (bytes - 1));
    for (int i = bytes - 2; i >= 0; --i) value += static_cast<char>(0x80 | (code >> 6 * i & 0x3f));
  }

  std::uint32_t four_digits() {
    std::uint32_t code = 0;
    const std::string_view word = text_.substr(std::min(at_ + 1, text_.size()), 4);
    const auto read = std::from_chars(word.data(), word.data() + word.size(), code, 16);
    if (word.size() != 4 || read.ptr != word.data() + 4) fail("four hexadecimal digits");
    at_ += 5;
    return code;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// errors  JsonError
inline Json parse_json(std::string_view text) { return JsonReader(text).read(); }
