#include "grader/compile/function_text.h"

#include <algorithm>
#include <array>
#include <optional>

#include "grader/compile/directive_text.h"

namespace gridmark::compile {
namespace {

bool is_blank(char c) { return is_blank_of_line(c) || c == '\n'; }

/// Reduces blanks to one, and removes them at the ends.
std::string with_single_blanks(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (!is_blank(c))
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

/// The name in front of `at`, with its classes, and its position.
std::pair<std::string_view, std::size_t> name_before(std::string_view text, std::size_t at) {
  while (at > 0 && is_blank(text[at - 1])) --at;
  std::size_t begin = at;
  while (begin > 0 && (is_of_name(text[begin - 1]) || text[begin - 1] == ':')) --begin;
  return {text.substr(begin, at - begin), begin};
}

std::size_t closing_parenthesis(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return i;
  }
  return text.npos;
}

/// Words with parentheses that are not a function's name.
bool is_specifier(std::string_view word) {
  constexpr std::array<std::string_view, 10> specifiers{
      "__launch_bounds__", "__attribute__", "alignas",  "__align__", "decltype",
      "requires",          "noexcept",      "explicit", "if",        "__declspec"};
  return std::find(specifiers.begin(), specifiers.end(), word) != specifiers.end();
}

/// Reads a text without comments and literals, statement by statement.
class FunctionReader {
 public:
  explicit FunctionReader(std::string_view source)
      : source_(source), directives_(directive_text(source, BlankSplices::join)), text_(directives_.text) {
    blank_directives();
  }

  std::vector<FunctionText> read() {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == ';') end_statement(i, false);
      if (c == '{') open(i);
      if (c == '}') close(i);
    }
    return std::move(found_);
  }

 private:
  /// A directive does not belong to the statement after it.
  void blank_directives() {
    bool in_directive = false, at_start = true;
    for (char& c : text_) {
      if (c == '\n') in_directive = false, at_start = true;
      if (at_start && c == '#') in_directive = true;
      if (!is_blank(c)) at_start = false;
      if (in_directive && c != '\n') c = ' ';
    }
  }

  bool outside() const { return inside_ == 0; }
  std::string_view statement(std::size_t end) const {
    return std::string_view(text_).substr(begin_, end - begin_);
  }

  void open(std::size_t at) {
    if (!outside()) return void(++inside_);
    const std::string head = with_single_blanks(statement(at));
    if (head == "namespace" || head.starts_with("namespace ") || head.starts_with("inline namespace ") ||
        head.starts_with("extern \"")) {
      const std::size_t name = head.rfind("namespace");
      const bool is_namespace = name != head.npos;
      const std::string own = is_namespace ? with_single_blanks(head.substr(name + 9)) : "";
      scopes_.push_back(!is_namespace ? "" : (own.empty() ? "(unnamed)" : own) + "::");
      begin_ = at + 1;
      return;
    }
    end_statement(at, true);
    ++inside_;
  }

  void close(std::size_t at) {
    if (inside_ > 0)
      --inside_;
    else if (!scopes_.empty())
      scopes_.pop_back();
    if (outside()) begin_ = at + 1;
  }

  void end_statement(std::size_t at, bool defined) {
    if (!outside()) return;
    add(statement(at), defined);
    begin_ = at + 1;
  }

  void add(std::string_view said, bool defined) {
    for (std::size_t open = said.find('('); open != said.npos; open = said.find('(', open + 1)) {
      const auto [name, begin] = name_before(said, open);
      const std::size_t end = closing_parenthesis(said, open);
      if (end == said.npos) return;
      if (is_specifier(name)) {
        open = end;
        continue;
      }
      const bool has_type = !with_single_blanks(said.substr(0, begin)).empty();
      const bool is_value = said.substr(0, begin).find('=') != said.npos;
      if (name.empty() || !has_type || is_value) return;
      found_.push_back({std::string(name), scope(), with_single_blanks(said.substr(0, end + 1)),
                        line_at(begin_ + begin), defined});
      return;
    }
  }

  std::string scope() const {
    std::string all;
    for (const std::string& one : scopes_) all += one;
    return all;
  }

  int line_at(std::size_t at) const {
    const std::size_t origin = at < directives_.origin.size() ? directives_.origin[at] : source_.size();
    const auto end = source_.begin() + static_cast<std::ptrdiff_t>(std::min(origin, source_.size()));
    return 1 + static_cast<int>(std::count(source_.begin(), end, '\n'));
  }

  std::string_view source_;
  DirectiveText directives_;
  std::string text_;  ///< has the length of the source
  std::vector<FunctionText> found_;
  std::vector<std::string> scopes_;
  std::size_t begin_ = 0;  ///< begin of the statement
  int inside_ = 0;         ///< open braces of bodies and classes
};

bool is_type_word(std::string_view word) {
  constexpr std::array<std::string_view, 12> words{"int",    "float", "double",   "char",
                                                   "bool",   "long",  "short",    "unsigned",
                                                   "signed", "const", "volatile", "auto"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

void trim(std::string& text) { text = with_single_blanks(text); }

}  // namespace

std::vector<FunctionText> functions_in(std::string_view source) { return FunctionReader(source).read(); }

std::vector<std::string> parameters_of(std::string_view signature) {
  std::vector<std::string> all;
  std::size_t open = signature.size();  // the last pair of parentheses, since specifiers may have some too
  int depth = 0;
  while (open > 0) {
    --open;
    depth += signature[open] == ')' ? 1 : signature[open] == '(' ? -1 : 0;
    if (depth == 0 && signature[open] == '(') break;
  }
  std::string one;
  depth = 0;
  for (const char c : signature.substr(std::min(open + 1, signature.size()))) {
    depth += c == '(' || c == '<' || c == '[' ? 1 : c == ')' || c == '>' || c == ']' ? -1 : 0;
    if (depth < 0) break;
    if (c == ',' && depth == 0)
      all.push_back(with_single_blanks(one)), one.clear();
    else
      one += c;
  }
  trim(one);
  if (!one.empty() && one != "void") all.push_back(one);
  return all;
}

std::string type_of_parameter(std::string_view parameter) {
  std::string type(parameter.substr(0, parameter.find('=')));
  trim(type);
  std::size_t begin = type.size();
  while (begin > 0 && is_of_name(type[begin - 1])) --begin;
  const bool has_name = begin > 0 && begin < type.size() && type[begin - 1] != ':' &&
                        !is_type_word(std::string_view(type).substr(begin));
  if (has_name && !(type.starts_with("const ") && type.find(' ') + 1 == begin)) type.resize(begin);
  trim(type);
  const bool by_value = type.find('*') == type.npos && type.find('&') == type.npos;
  if (by_value && type.starts_with("const ")) type.erase(0, 6);
  for (const char mark : {'*', '&'})  // "float *" becomes "float*"
    for (std::size_t at = type.find(std::string(" ") + mark); at != type.npos;
         at = type.find(std::string(" ") + mark))
      type.erase(at, 1);
  return type;
}

}  // namespace gridmark::compile
