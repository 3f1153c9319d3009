#include "grader/load/json_place.h"

#include <nlohmann/json.hpp>

namespace gridmark::load {
namespace {

/// Walks through a text that is known to be valid JSON.
class JsonWalk {
 public:
  explicit JsonWalk(std::string_view text) : text_(text) {}

  std::optional<JsonPlace> find(std::span<const std::string> steps) {
    skip_blanks();
    for (const std::string& step : steps)
      if (!(peek() == '{' ? enter_member(step) : peek() == '[' && enter_element(step))) return std::nullopt;
    const std::size_t begin = at_;
    skip_value();
    return JsonPlace{begin, at_ - begin};
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_blanks() {
    const std::size_t next = text_.find_first_not_of(" \t\r\n", at_);
    at_ = next == text_.npos ? text_.size() : next;
  }

  void skip_string() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
  }

  void skip_container() {
    int depth = 0;
    do {
      const char c = peek();
      if (c == '"') {
        skip_string();
        continue;
      }
      depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
      ++at_;
    } while (depth > 0 && at_ < text_.size());
  }

  void skip_value() {
    if (peek() == '"') return skip_string();
    if (peek() == '{' || peek() == '[') return skip_container();
    const std::size_t end = text_.find_first_of(",]} \t\r\n", at_);
    at_ = end == text_.npos ? text_.size() : end;
  }

  /// Steps over one mark and the blanks around it.
  void skip_mark() {
    skip_blanks();
    ++at_;
    skip_blanks();
  }

  bool enter_member(const std::string& name) {
    skip_mark();  // {
    while (peek() == '"') {
      const std::size_t begin = at_;
      skip_string();
      const std::string key = nlohmann::json::parse(text_.substr(begin, at_ - begin)).get<std::string>();
      skip_mark();  // :
      if (key == name) return true;
      skip_value();
      skip_mark();  // , or }
    }
    return false;
  }

  bool enter_element(const std::string& index) {
    skip_mark();  // [
    for (std::size_t i = 0; peek() != ']' && at_ < text_.size(); ++i) {
      if (std::to_string(i) == index) return true;
      skip_value();
      skip_blanks();
      if (peek() == ']') return false;
      skip_mark();  // ,
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<JsonPlace> place_of_value(std::string_view text, std::span<const std::string> steps) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (!text.starts_with(mark)) return JsonWalk(text).find(steps);
  auto place = JsonWalk(text.substr(mark.size())).find(steps);
  if (place) place->at += mark.size();
  return place;
}

}  // namespace gridmark::load
