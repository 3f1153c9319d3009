#include "grader/load/plain_json.h"

#include <charconv>

namespace gridmark {
namespace {

using nlohmann::json;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Reader {
 public:
  Reader(std::string_view text, int most_levels)
      : at_(text.data()), end_(text.data() + text.size()), levels_(most_levels) {}

  bool document(json& read) {
    skip();
    if (!value(read)) return false;
    skip();
    return at_ == end_;
  }

 private:
  char now() const { return at_ < end_ ? *at_ : '\0'; }
  void skip() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
  }
  bool take(char c) {
    if (now() != c) return false;
    ++at_;
    return true;
  }
  bool word(std::string_view one) {
    if (static_cast<std::size_t>(end_ - at_) < one.size() || std::string_view(at_, one.size()) != one)
      return false;
    at_ += one.size();
    return true;
  }

  bool value(json& read) {
    switch (now()) {
      case '{':
        return container(read, json::value_t::object);
      case '[':
        return container(read, json::value_t::array);
      case '"':
        read = std::string();
        return text(read.get_ref<std::string&>());
      case 't':
        read = true;
        return word("true");
      case 'f':
        read = false;
        return word("false");
      case 'n':
        read = nullptr;
        return word("null");
      default:
        return number(read);
    }
  }

  bool container(json& read, json::value_t kind) {
    if (levels_ == 0) return false;
    --levels_;
    ++at_;
    read = kind;
    const bool good = kind == json::value_t::object ? members(read.get_ref<json::object_t&>())
                                                    : elements(read.get_ref<json::array_t&>());
    ++levels_;
    return good;
  }

  bool members(json::object_t& object) {
    skip();
    if (take('}')) return true;
    for (;;) {
      skip();
      std::string key;
      if (!text(key)) return false;
      skip();
      if (!take(':')) return false;
      skip();
      const auto [member, fresh] = object.try_emplace(std::move(key));
      if (!fresh || !value(member->second)) return false;
      skip();
      if (take('}')) return true;
      if (!take(',')) return false;
    }
  }

  bool elements(json::array_t& array) {
    skip();
    if (take(']')) return true;
    for (;;) {
      skip();
      if (!value(array.emplace_back())) return false;
      skip();
      if (take(']')) return true;
      if (!take(',')) return false;
    }
  }

  bool text(std::string& read) {
    if (!take('"')) return false;
    for (;;) {
      const char* const start = at_;
      while (at_ < end_ && *at_ != '"' && *at_ != '\\' && static_cast<unsigned char>(*at_) >= 0x20) ++at_;
      read.append(start, at_);
      if (take('"')) return true;
      if (!take('\\') || !escape(read)) return false;
    }
  }

  bool escape(std::string& read) {
    constexpr std::string_view escaped = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    const char c = now();
    ++at_;
    if (c == 'u') return code_point(read);
    const auto known = c == '\0' ? escaped.npos : escaped.find(c);
    if (known == escaped.npos) return false;
    read += meant[known];
    return true;
  }

  /// Four hexadecimal digits.
  bool code_point(std::string& read) {
    unsigned point = 0;
    if (end_ - at_ < 4) return false;
    const auto digits = std::from_chars(at_, at_ + 4, point, 16);
    if (digits.ec != std::errc() || digits.ptr != at_ + 4 || (point >= 0xd800 && point < 0xe000))
      return false;
    at_ += 4;
    if (point < 0x80) {
      read += static_cast<char>(point);
    } else if (point < 0x800) {
      read += static_cast<char>(0xc0 | point >> 6);
      read += static_cast<char>(0x80 | (point & 0x3f));
    } else {
      read += static_cast<char>(0xe0 | point >> 12);
      read += static_cast<char>(0x80 | (point >> 6 & 0x3f));
      read += static_cast<char>(0x80 | (point & 0x3f));
    }
    return true;
  }

  bool digits() {
    if (!is_digit(now())) return false;
    while (is_digit(now())) ++at_;
    return true;
  }

  bool number(json& read) {
    const char* const start = at_;
    const bool negative = take('-');
    if (now() == '0' ? (++at_, false) : !digits()) return false;
    bool whole = true;
    if (take('.')) {
      whole = false;
      if (!digits()) return false;
    }
    if (now() == 'e' || now() == 'E') {
      whole = false;
      ++at_;
      if (now() == '+' || now() == '-') ++at_;
      if (!digits()) return false;
    }
    return whole && negative ? convert<std::int64_t>(start, read)
           : whole           ? convert<std::uint64_t>(start, read)
                             : convert<double>(start, read);
  }

  template <class Number>
  bool convert(const char* start, json& read) {
    Number number{};
    const auto done = std::from_chars(start, at_, number);
    read = number;
    return done.ec == std::errc() && done.ptr == at_;
  }

  const char* at_;
  const char* end_;
  int levels_;
};

}  // namespace

std::optional<json> read_plain_json(std::string_view text, int most_levels) {
  json read;
  if (!Reader(text, most_levels).document(read)) return std::nullopt;
  return read;
}

}  // namespace gridmark
