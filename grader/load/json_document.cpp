#include "grader/load/json_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/utf8.h"
#include "grader/load/plain_json.h"

namespace gridmark::load {
namespace {

using nlohmann::json;

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// "3:17", both from 1, the column in bytes.
std::string place_of(std::size_t offset, std::string_view text, const DocumentKind& kind) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
  if (kind.one_line) return std::to_string(column);
  return fmt::format("{}:{}", std::count(before.begin(), before.end(), '\n') + 1, column);
}

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '+' || c == '-' || c == '.' || c == '_';
}

/// The faulty part of the text.
struct Offence {
  std::size_t offset;
  std::string_view text;
};

/// The word that ends before `end`.
std::string_view word_before(std::string_view text, std::size_t end) {
  std::size_t start = end;
  while (start > 0 && in_word(text[start - 1])) --start;
  return text.substr(start, end - start);
}

/// The offence whose last character is before `end`. `token` is the library's. It is right for a text in
/// quotes. Otherwise it has at most the text since the last token.
Offence offence(std::string_view text, std::size_t end, const std::string& token, bool literal) {
  const bool quote = token.starts_with('"') && token.size() <= end && token.find('"', 1) >= token.size() - 1;
  if (quote) return {end - token.size(), text.substr(end - token.size(), token.size())};
  const std::string_view before = word_before(text, end - 1);
  if (literal && !in_word(text[end - 1]) && !before.empty() && !json::accept(before))
    --end;  // the library reads "tru}" before it fails. In "0.5;" the number is right
  if (!in_word(text[end - 1]))
    return {end - 1, text.substr(end - 1, first_code_point(text.substr(end - 1)).length)};
  const std::size_t start = end - word_before(text, end).size();
  while (end < text.size() && in_word(text[end])) ++end;
  return {start, text.substr(start, end - start)};
}

/// The expected text from the library's message, in our words.
std::string expected_words(const json::exception& error) {
  constexpr int out_of_range = 406;
  if (error.id == out_of_range) return "a number below 1.8e308";
  const std::string_view message = error.what();
  if (message.find("invalid string") != message.npos) return "a text with a closing quote and valid escapes";
  constexpr std::string_view mark = "; expected ";
  const std::size_t at = message.rfind(mark);
  std::string words(at == message.npos ? "a value" : message.substr(at + mark.size()));
  words = words.substr(0, words.find("; last read: "));
  std::replace(words.begin(), words.end(), '\'', '"');
  if (words == "string literal") return "a key in quotes";
  if (words == "end of input") return "the end of the file";
  if (words == "\"}\"" || words == "\"]\"") return "\",\" or " + words;  // after a value both are possible
  return words.starts_with("\"[\", ") ? "a value" : words;
}

/// Builds the document and stops at the first fault.
class Builder final : public nlohmann::json_sax<json> {
 public:
  Builder(std::string_view text, const DocumentKind& kind) : text_(text), kind_(kind) {}

  json document;
  std::string place;     ///< place of the fault: "3:17" or a JSON pointer
  std::string problem;   ///< empty if there is no fault
  bool at_line = false;  ///< `place` is a line and column

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // JSON text has none
  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    json& object = *open_.back();
    const auto [member, fresh] = object.emplace(name, nullptr);
    slot_ = &*member;
    if (fresh) return true;
    place = pointer_of(name);
    problem = "found this key twice, expected it once";
    return false;
  }

  bool parse_error(std::size_t position, const std::string& token, const json::exception& error) override {
    at_line = true;
    const bool ended = position == 0 || position > text_.size();
    const bool literal = std::string_view(error.what()).find("invalid literal") != std::string_view::npos;
    const Offence at = ended ? Offence{text_.size(), ""} : offence(text_, position, token, literal);
    place = place_of(at.offset, text_, kind_);
    problem = fmt::format("found {}, expected {}", ended ? "the end of the file" : in_quotes(at.text),
                          expected_words(error));
    return false;
  }

 private:
  /// Puts `value` at the current place of the document and returns its address.
  json* put(json&& value) {
    if (open_.empty()) return &(document = std::move(value));
    json& parent = *open_.back();
    if (parent.is_object()) return &(*slot_ = std::move(value));
    parent.push_back(std::move(value));
    return &parent.back();
  }
  template <class Value>
  bool add(Value&& value) {
    put(json(std::forward<Value>(value)));
    return true;
  }
  bool open(json&& container) {
    json* placed = put(std::move(container));
    if (open_.size() >= static_cast<std::size_t>(kind_.most_levels)) {
      place = "";
      problem = fmt::format("found more than {0} levels of nesting, expected at most {0}", kind_.most_levels);
      return false;
    }
    open_.push_back(placed);  // stays valid, because only the innermost container grows
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  /// The pointer of the member `name` of the innermost object. Each container is inside the one before it.
  std::string pointer_of(const std::string& name) const {
    std::string all;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const json& parent = *open_[i];
      auto step = parent.begin();
      while (&*step != open_[i + 1]) ++step;
      all += "/" + (parent.is_object() ? pointer_step(step.key()) : std::to_string(parent.size() - 1));
    }
    return all + "/" + pointer_step(name);
  }

  std::string_view text_;
  DocumentKind kind_;
  std::vector<json*> open_;
  json* slot_ = nullptr;  ///< value of the last key in the innermost object
};

}  // namespace

std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 40;
  const std::string valid = valid_utf8(text);
  std::string shown = json(std::string(clipped(valid, most))).dump();
  if (valid.size() > most) shown.insert(shown.size() - 1, "...");
  return shown;
}

std::string pointer_step(std::string_view key) {
  std::string step;
  for (const char c : key) {
    if (c == '~')
      step += "~0";
    else if (c == '/')
      step += "~1";
    else
      step += c;
  }
  return step;
}

Result<json> parse_document(std::string_view text, const std::string& where, const DocumentKind& kind) {
  if (text.size() > kind.most_bytes)
    return failure(kind.source, where,
                   fmt::format("found {} bytes, expected at most {}", text.size(), kind.most_bytes));
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  if (const std::size_t bad = first_invalid_byte(text); bad != std::string_view::npos)
    return failure(
        kind.source, where + ":" + place_of(bad, text, kind),
        fmt::format("found the byte 0x{:02x}, expected UTF-8", static_cast<unsigned char>(text[bad])));
  if (auto plain = read_plain_json(text, kind.most_levels)) return *std::move(plain);
  Builder builder(text, kind);
  if (json::sax_parse(text, &builder)) return std::move(builder.document);
  const char* separator = builder.at_line ? ":" : builder.place.empty() ? "" : ": ";
  return failure(kind.source, where + separator + builder.place, builder.problem);
}

}  // namespace gridmark::load
