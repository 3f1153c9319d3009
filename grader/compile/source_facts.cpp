#include "grader/compile/source_facts.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>
#include <utility>

#include "grader/compile/directive_text.h"
#include "grader/core/ascii.h"

namespace gridmark::compile {
namespace {

constexpr std::size_t most_words = 100'000;
constexpr std::size_t most_includes = 20'000;
constexpr std::size_t deepest = 1000;

bool begins_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80) != 0;
}

/// `# 12 "file" 1 3`
struct Marker {
  int line = 0;
  std::string file;
  bool enters = false, leaves = false, system = false;
};

std::optional<Marker> read_marker(std::string_view text) {
  if (!text.starts_with("# ") || text.size() < 6) return std::nullopt;
  Marker marker;
  const char* end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data() + 2, end, marker.line);
  if (error != std::errc{} || end - after < 3 || after[0] != ' ' || after[1] != '"') return std::nullopt;
  const char* at = after + 2;
  for (; at < end && *at != '"'; ++at) {
    if (*at == '\\' && at + 1 < end) ++at;
    marker.file += *at;
  }
  for (; at < end; ++at) {
    marker.enters |= *at == '1';
    marker.leaves |= *at == '2';
    marker.system |= *at == '3';
  }
  return marker;
}

bool begins_raw_string(std::string_view prefix) {
  return prefix == "R" || prefix == "LR" || prefix == "uR" || prefix == "UR" || prefix == "u8R";
}

class SourceReader {
 public:
  SourceReader(std::string_view text, const std::vector<std::string>& files) : text_(text), files_(files) {}

  SourceFacts run() {
    while (at_ < text_.size()) line();
    facts_.whole &= attributes_.whole();
    facts_.strings = attributes_.take();
    return std::move(facts_);
  }

 private:
  struct Frame {
    std::string file;
    std::optional<std::string> own;  ///< the student's name for it
    int line = 0;
    bool system = false;
  };

  /// Reads from the beginning of a line.
  void line() {
    const std::string_view rest = text_.substr(at_);
    const std::string_view whole = rest.substr(0, rest.find('\n'));
    if (const auto marker = read_marker(whole)) {
      apply(*marker);
      skip(whole.size() + 1);
    } else if (stack_.empty() || !stack_.back().own) {
      skip(whole.size() + 1);
      if (!stack_.empty()) ++stack_.back().line;
    } else {
      words_of_line();
    }
  }

  void skip(std::size_t bytes) { at_ = std::min(at_ + bytes, text_.size()); }

  void apply(const Marker& marker) {
    if (marker.enters && stack_.size() < deepest) {
      note_include(marker.file);
      stack_.push_back({marker.file, own_name(marker.file), marker.line, marker.system});
      return;
    }
    if (marker.leaves && stack_.size() > 1) {
      note_end();
      stack_.pop_back();
    }
    if (stack_.empty()) stack_.emplace_back();
    Frame& top = stack_.back();
    if (top.file != marker.file) top.own = own_name(marker.file);
    top.file = marker.file;
    top.line = marker.line;
    top.system = marker.system;
  }

  std::optional<std::string> own_name(const std::string& file) const {
    std::string name = std::filesystem::path(file).lexically_normal().generic_string();
    constexpr std::string_view staged = "/submission/";
    if (name.starts_with(staged)) name.erase(0, staged.size());
    if (std::find(files_.begin(), files_.end(), name) == files_.end()) return std::nullopt;
    return name;
  }

  void note_end() {
    const Frame& top = stack_.back();
    if (top.own && top.system && !facts_.as_system_header)
      facts_.as_system_header = Place{*top.own, top.line};
  }

  void note_include(const std::string& path) {
    const auto includer = std::find_if(stack_.rbegin(), stack_.rend(),
                                       [](const Frame& frame) { return frame.own.has_value(); });
    if (includer == stack_.rend()) return;
    if (facts_.includes.size() >= most_includes)
      facts_.whole = false;
    else
      facts_.includes.push_back({path, {*includer->own, includer->line}, includer == stack_.rbegin()});
  }

  void words_of_line() {
    const std::size_t first = text_.find_first_not_of(" \t\v\f", at_);
    directive_ = first != text_.npos && (text_[first] == '#' || text_.substr(first).starts_with("%:"));
    attributes_.begin_line(directive_);
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++at_;
        ++stack_.back().line;
        return;
      }
      if (begins_identifier(c))
        word();
      else if (c == '"' || c == '\'')
        literal(c);
      else if (is_digit(c))
        number();
      else if (text_.substr(at_).starts_with("\\N{"))
        named_character();
      else
        sign();
    }
  }

  /// `<:` and similar signs are other spellings of brackets. `<::name` has none.
  void sign() {
    static constexpr std::pair<std::string_view, char> spellings[] = {
        {"::", ':'}, {"<:", '['}, {":>", ']'}, {"<%", '{'}, {"%>", '}'}};
    const std::string_view rest = text_.substr(at_);
    const bool qualified = rest.starts_with("<::") && rest.size() > 3 && rest[3] != ':' && rest[3] != '>';
    for (const auto& [spelling, c] : spellings)
      if (rest.starts_with(spelling) && !qualified) {
        at_ += spelling.size();
        return attributes_.sign(c);
      }
    if (!is_blank_of_line(rest[0]) && rest[0] != '#') attributes_.sign(rest[0]);
    ++at_;
  }

  /// L"..." is one token.
  bool is_prefix(std::string_view name) const {
    return at_ < text_.size() && text_[at_] == '"' &&
           (name == "L" || name == "u" || name == "U" || name == "u8");
  }

  std::string_view take_name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (begins_identifier(text_[at_]) || is_digit(text_[at_]))) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void word() {
    const std::string_view name = take_name();
    if (at_ < text_.size() && text_[at_] == '"' && begins_raw_string(name)) return raw_string();
    if (!is_prefix(name)) attributes_.word(name);
    keep(name == "gridmark" ? part_of_gridmark() : name);
    before_ = std::exchange(previous_, name);
  }

  /// gridmark::ptx, the result of PTX, and the kit's namespaces, unless the source opens one for definitions.
  std::string_view part_of_gridmark() const {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("::ptx::")) return "gridmark::ptx";
    const bool opened = previous_ == "namespace" && before_ != "using";
    for (const std::string_view whole : kit_namespaces) {
      const std::string_view part = whole.substr(std::string_view("gridmark").size());
      const bool ends = rest.size() <= part.size() ||
                        !(begins_identifier(rest[part.size()]) || is_digit(rest[part.size()]));
      if (rest.starts_with(part) && ends && !opened) return whole;
    }
    return "gridmark";
  }

  void keep(std::string_view name) {
    const Frame& top = stack_.back();
    if (facts_.words.size() >= most_words)
      facts_.whole = false;
    else if (seen_.emplace(*top.own, name, !top.system).second)
      facts_.words.push_back({std::string(name), {*top.own, top.line}, !top.system});
  }

  /// 1'000'000 and 0x1p-3f hold no words and no character literals. The string in 1e+R"(" is not raw.
  void number() {
    attributes_.word({});
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_], next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\n';
      const bool separator = c == '\'' && (is_digit(next) || begins_identifier(next));
      const bool sign = (c == '+' || c == '-') && std::string_view("eEpP").find(text_[at_ - 1]) != text_.npos;
      if (!begins_identifier(c) && !is_digit(c) && c != '.' && !separator && !sign) return;
    }
  }

  /// \N{GREEK SMALL LETTER ALPHA}R: the text after it belongs to the same identifier.
  void named_character() {
    at_ = std::min(text_.find_first_of("}\n", at_), text_.size());
    if (at_ < text_.size() && text_[at_] == '}') ++at_;
    take_name();
  }

  void literal(char quote) {
    // A name for the linker, as in section("gridmark_blocks"), is also a word.
    if (text_.substr(at_ + 1).starts_with("gridmark_")) keep("gridmark_");
    const std::size_t begin = at_ + 1;
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\')
        ++at_;
      else if (text_[at_] == quote) {
        quote == '"' ? keep_string(text_.substr(begin, at_ - begin)) : attributes_.word({});
        ++at_;
        return suffix();
      }
    }
  }

  void keep_string(std::string_view text) {
    const Frame& top = stack_.back();
    attributes_.literal(text, {*top.own, top.line}, !top.system);
  }

  /// The suffix of "a"_km and of "a"R"(", whose second string is not raw.
  void suffix() {
    if (at_ < text_.size() && begins_identifier(text_[at_])) keep(take_name());
  }

  /// In a directive the literal ends with the line, as it does for compilers.
  void raw_string() {
    const std::size_t open = std::min(text_.find('(', at_), text_.size());
    std::string close = ")";
    close.append(text_.substr(at_ + 1, open - at_ - 1)).append("\"");
    const std::size_t end = std::min(text_.find(close, open), text_.size());
    const std::string_view held = text_.substr(at_, end - at_);
    keep_string(held);
    if (directive_ && held.find('\n') != held.npos) {
      at_ += held.find('\n');
      return;
    }
    stack_.back().line += static_cast<int>(std::count(held.begin(), held.end(), '\n'));
    at_ = std::min(end + close.size(), text_.size());
    suffix();
  }

  std::string_view text_;
  const std::vector<std::string>& files_;
  std::size_t at_ = 0;
  AttributeReader attributes_;
  bool directive_ = false;  ///< a #pragma line, which need not be C++
  std::vector<Frame> stack_;
  std::string_view previous_, before_;  ///< the last two words
  std::set<std::tuple<std::string, std::string_view, bool>> seen_;
  SourceFacts facts_;
};

}  // namespace

SourceFacts read_source_facts(std::string_view expanded, const std::vector<std::string>& files) {
  return SourceReader(expanded, files).run();
}

}  // namespace gridmark::compile
