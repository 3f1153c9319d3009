#include "grader/compile/directive_text.h"

#include <algorithm>

#include "grader/compile/word_list.h"

namespace gridmark::compile {
namespace {

constexpr std::size_t longest_raw_delimiter = 16;

/// Characters that can stand before a number with separators, or before a raw string's prefix, so that no
/// scanner reads them as a part of it.
bool parts_words(char c) {
  return c == '\n' || is_blank_of_line(c) ||
         std::string_view("([{,;=<>?:!&|^*/%").find(c) != std::string_view::npos;
}

/// Joins lines. A lone carriage return also ends a line.
DirectiveText join_lines(std::string_view source, BlankSplices splices) {
  DirectiveText joined;
  joined.text.reserve(source.size());
  joined.origin.reserve(source.size());
  std::size_t at = source.starts_with("\xef\xbb\xbf") ? 3 : 0;
  for (; at < source.size(); ++at) {
    const auto ends_line = [&](std::size_t i) {
      return source[i] == '\n' || (source[i] == '\r' && source.substr(i + 1, 1) != "\n");
    };
    if (source[at] == '\\') {
      std::size_t end = at + 1;
      while (end < source.size() && is_blank_of_line(source[end]) && !ends_line(end)) ++end;
      const bool plain = end == at + 1 || source.substr(at + 1, 2) == "\r\n";
      if (end < source.size() && ends_line(end) && (plain || splices == BlankSplices::join)) {
        at = end;
        continue;
      }
    }
    joined.text += ends_line(at) ? '\n' : source[at];
    joined.origin.push_back(at);
  }
  return joined;
}

/// The position of the first backslash that blanks separate from the end of its line.
std::size_t first_blank_splice(std::string_view source) {
  for (std::size_t at = source.find('\\'); at != source.npos; at = source.find('\\', at + 1)) {
    const std::size_t end = source.find_first_not_of(std::string_view(" \t\v\f\r\0", 6), at + 1);
    const std::string_view blanks = source.substr(at + 1, end - at - 1);
    if (!blanks.empty() && blanks[0] != '\r' && end != source.npos &&
        (source[end] == '\n' || blanks.find('\r') != blanks.npos))
      return at;
  }
  return source.npos;
}

/// Removes the text that every scanner skips, up to the first corner case.
class Reader {
 public:
  Reader(std::string_view source, DirectiveText joined)
      : source_(source), whole_(std::move(joined)), text_(whole_.text) {
    const auto corner =
        std::lower_bound(whole_.origin.begin(), whole_.origin.end(), first_blank_splice(source));
    limit_ = static_cast<std::size_t>(corner - whole_.origin.begin());
  }

  DirectiveText run() {
    while (at_ < limit_ && token()) {
    }
    while (at_ < text_.size()) copy(1);
    return std::move(result_);
  }

 private:
  /// Reads one token. False if a corner case begins there.
  bool token() {
    const char c = text_[at_];
    if (c == '\0' || (c == '%' && line_start_ && looking_at("%:"))) return false;
    if (c == '\n') return end_line();
    if (is_blank_of_line(c)) return copy(1);
    if (looking_at("//")) return leave_out(std::min(text_.find('\n', at_), text_.size()), " ");
    if (looking_at("/*")) return block_comment();
    if (c == '#' && line_start_) return directive();
    line_start_ = false;
    if (c == '"' || c == '\'') return quoted();
    if (is_digit(c)) return number();
    return is_of_name(c) ? name() : copy(1);
  }

  bool looking_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  char before() const { return at_ > 0 ? text_[at_ - 1] : '\n'; }
  char after() const { return at_ < text_.size() ? text_[at_] : '\n'; }

  bool copy(std::size_t bytes) {
    for (const std::size_t end = std::min(at_ + bytes, text_.size()); at_ < end; ++at_) {
      result_.text += text_[at_];
      result_.origin.push_back(whole_.origin[at_]);
    }
    return true;
  }

  bool leave_out(std::size_t end, std::string_view instead) {
    result_.text += instead;
    result_.origin.insert(result_.origin.end(), instead.size(), whole_.origin[at_]);
    at_ = end;
    return true;
  }

  bool end_line() {
    line_start_ = true;
    directive_ = {};
    return copy(1);
  }

  /// Some scanners do not read the rest of #pragma and similar lines as words, so a comment must not continue
  /// there.
  bool block_comment() {
    static const auto read_to_their_end = words_in("define undef ifdef ifndef if elif else endif include");
    const std::size_t close = text_.find("*/", at_ + 2);
    if (close == text_.npos) return false;
    const std::string_view held = text_.substr(at_ + 2, close - at_ - 2);
    if (held.starts_with('/')) return false;
    for (std::size_t star = held.find("*\\"); star != held.npos; star = held.find("*\\", star + 1))
      if (const std::size_t end = held.find_first_not_of('\\', star + 1);
          end != held.npos && held[end] == '/')
        return false;
    const bool goes_on = held.find('\n') != held.npos;
    if (goes_on && !directive_.empty() && (!read_to_their_end.contains(directive_) || asks_for_header_))
      return false;
    return leave_out(close + 2, " ");
  }

  /// The name of a header is not a literal and has no comments.
  bool directive() {
    line_start_ = false;
    std::size_t begin = at_ + 1;
    while (begin < text_.size() && is_blank_of_line(text_[begin])) ++begin;
    std::size_t end = begin;
    while (end < text_.size() && is_of_name(text_[end])) ++end;
    directive_ = end == begin ? "#" : text_.substr(begin, end - begin);
    const std::string_view line = text_.substr(end, std::min(text_.find('\n', end), text_.size()) - end);
    asks_for_header_ = line.find("__has_") != line.npos;
    copy(end - at_);
    if (directive_ != "include") return true;
    while (is_blank_of_line(after())) copy(1);
    return (after() != '<' && after() != '"') || header_name();
  }

  /// Without an include, it is read as words.
  bool header_name() {
    const std::size_t close = text_.find_first_of(after() == '<' ? ">\n" : "\"\n", at_ + 1);
    if (close == text_.npos || text_[close] == '\n') return false;
    const std::string_view name = text_.substr(at_ + 1, close - at_ - 1);
    if (name.find_first_of("\\\"'") != name.npos || name.find("/*") != name.npos ||
        name.find("//") != name.npos)
      return false;
    return leave_out(close + 1, "\"\"");
  }

  /// A line's end closes the literal only in a directive.
  bool quoted() {
    const char quote = text_[at_];
    std::size_t end = at_ + 1;
    for (int backslashes = 0; end < text_.size() && text_[end] != '\n'; ++end) {
      if (text_[end] == quote && backslashes % 2 == 0) break;
      if (text_[end] == ')' && backslashes % 2 == 1) return false;
      backslashes = text_[end] == '\\' ? backslashes + 1 : 0;
    }
    const bool closed = end < text_.size() && text_[end] == quote;
    if (!closed && directive_.empty()) return false;
    return leave_out(closed ? end + 1 : end, "\"\"") && (!closed || suffix());
  }

  bool suffix() {
    while (is_of_name(after())) copy(1);
    return after() != '"' && after() != '\'';
  }

  bool number() {
    const char first = before();
    const std::size_t begin = at_;
    bool separators = false, signs = false;
    for (; at_ < text_.size(); copy(1)) {
      const char c = text_[at_];
      const bool sign =
          (c == '+' || c == '-') && std::string_view("eEpP").find(before()) != std::string_view::npos;
      const bool separator = c == '\'' && at_ + 1 < text_.size() && is_of_name(text_[at_ + 1]);
      if (!is_of_name(c) && c != '.' && !sign && !separator) break;
      separators |= separator;
      signs |= sign || c == '.' || c == '$' || (c & 0x80) != 0;
    }
    if (after() == '"' || after() == '\'' || (separators && (signs || !parts_words(first))))
      return back_to(begin);
    return true;
  }

  bool name() {
    const std::size_t begin = at_;
    const char first = before();
    std::size_t end = at_;
    while (end < text_.size() && is_of_name(text_[end])) ++end;
    const std::string_view word = text_.substr(begin, end - begin);
    const char next = end < text_.size() ? text_[end] : '\n';
    if (next == '"' && word.ends_with('R')) return parts_words(first) && raw_string(word, end);
    copy(end - at_);
    const bool prefix = word == "u8" || word == "u" || word == "U" || word == "L";
    return next != '\'' || !directive_.empty() || (prefix && parts_words(first));
  }

  /// Reads in the source itself, where lines are not joined.
  bool raw_string(std::string_view prefix, std::size_t quote) {
    static const auto prefixes = words_in("R u8R uR UR LR");
    const std::size_t open = whole_.origin[quote];
    if (!prefixes.contains(prefix) || open - whole_.origin[at_] != prefix.size() || !directive_.empty())
      return false;
    const std::string_view head = source_.substr(open + 1, longest_raw_delimiter + 1);
    const std::size_t length = head.find_first_of("()\\\" \t\v\f\r\n");
    if (length == head.npos || head[length] != '(') return false;
    const std::string close = ")" + std::string(head.substr(0, length)) + "\"";
    const std::size_t end = source_.find(close, open + 1 + length);
    if (end == source_.npos) return false;
    const auto past = std::lower_bound(whole_.origin.begin(), whole_.origin.end(), end + close.size());
    return leave_out(static_cast<std::size_t>(past - whole_.origin.begin()), "\"\"") && suffix();
  }

  /// Goes back to `begin`, where the corner case began.
  bool back_to(std::size_t begin) {
    result_.text.resize(result_.text.size() - (at_ - begin));
    result_.origin.resize(result_.text.size());
    at_ = begin;
    return false;
  }

  std::string_view source_;
  DirectiveText whole_;
  std::string_view text_;
  std::size_t limit_ = 0;  ///< an earlier found corner case
  std::size_t at_ = 0;
  bool line_start_ = true;        ///< only blanks and comments since the line's begin
  std::string_view directive_;    ///< "define", empty outside of directives
  bool asks_for_header_ = false;  ///< has __has_include, whose operand may look like a comment
  DirectiveText result_;
};

}  // namespace

DirectiveText directive_text(std::string_view source, BlankSplices splices) {
  return Reader(source, join_lines(source, splices)).run();
}

}  // namespace gridmark::compile
