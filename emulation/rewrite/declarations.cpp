#include "emulation/rewrite/declarations.h"

#include <algorithm>

namespace gridmark::rewrite {
namespace {

class Reader {
 public:
  Reader(const Source& source, const FunctionHeads& heads, const std::vector<std::size_t>& tokens)
      : source_(source), heads_(heads), tokens_(tokens) {}

  std::optional<std::vector<Declaration>> read() {
    std::vector<Declaration> found;
    while (at_ < tokens_.size()) {
      const auto declaration = read_one();
      if (!declaration) return std::nullopt;
      if (declaration->first != declaration->last) found.push_back(*declaration);  // not a lone semicolon
    }
    return found;
  }

 private:
  using Kind = Declaration::Kind;

  bool is(std::size_t at, std::string_view what) const {
    return at < tokens_.size() && source_.is(tokens_[at], what);
  }

  /// The place behind the pair that opens at `open`, or behind the end if it is not closed.
  std::size_t behind_brackets(std::size_t open) const {
    const std::size_t partner = source_.partner(tokens_[open]);
    return static_cast<std::size_t>(
               std::find(tokens_.begin() + static_cast<std::ptrdiff_t>(open), tokens_.end(), partner) -
               tokens_.begin()) +
           1;
  }

  std::optional<Declaration> read_one() {
    Declaration one;
    const std::size_t first = at_;
    one.first = tokens_[first];
    if (is_one_of(source_, one.first, {"public", "protected", "private"}) && is(first + 1, ":")) {
      one.kind = Kind::label;
      return ended(one, first, first + 1);
    }
    for (std::size_t at = first; at < tokens_.size(); ++at) {
      if (is(at, ";")) return ended(one, first, at);
      if (!is_one_of(source_, tokens_[at], {"(", "[", "{"})) {
        if (is_one_of(source_, tokens_[at], {")", "]", "}"})) return std::nullopt;
        continue;
      }
      const std::size_t open = at;
      at = behind_brackets(open) - 1;
      if (at == tokens_.size()) return std::nullopt;
      if (is(open, "{") && ends_behind(open, at, one))
        return ended(one, first, is(at + 1, ";") ? at + 1 : at);
    }
    return std::nullopt;
  }

  /// True if the braces are a function's body, or a namespace's. False for initialisers and classes.
  bool ends_behind(std::size_t open, std::size_t close, Declaration& one) const {
    const auto head = heads_.head(tokens_[open]);
    const auto kind = heads_.kind(head);
    if (kind == FunctionHeads::Brace::function && !is(close + 1, "{") && !is(close + 1, ",")) {
      one.open = tokens_[open];
      one.close = tokens_[close];
      return true;
    }
    bool is_namespace = false;
    for (const std::size_t t : head) is_namespace |= is_one_of(source_, t, {"namespace", "extern"});
    return kind == FunctionHeads::Brace::scope && is_namespace;
  }

  std::optional<Declaration> ended(Declaration one, std::size_t first, std::size_t last) {
    at_ = last + 1;
    one.last = tokens_[last];
    describe(one, first, last);
    return one;
  }

  /// returns  the types between the brackets, from `at` on
  std::string take_parameters(Declaration& one, std::size_t at) const {
    const std::size_t end = behind_brackets(at - 1) - 1;
    std::string types = "( ";
    while (at < end) {
      std::size_t last = at;
      for (int angles = 0; last < end && !(angles == 0 && is(last, ",")); ++last) {
        angles += is(last, "<") ? 1 : is(last, ">") ? -1 : 0;
        if (is_one_of(source_, tokens_[last], {"(", "[", "{"})) last = behind_brackets(last) - 1;
      }
      last = std::min(last, end);
      const std::size_t name = name_of_parameter(at, last);
      one.parameters.push_back(name == last ? "" : std::string(source_.text(tokens_[name])));
      for (; at < last && !is(at, "="); ++at)
        if (at != name) types += std::string(source_.text(tokens_[at])) + " ";
      types += ", ";
      at = last + 1;
    }
    return (types == "( void , " ? "( " : types) + ") ";
  }

  /// The token from `first` up to `end` that names the parameter, or `end` if there is none.
  std::size_t name_of_parameter(std::size_t first, std::size_t end) const {
    std::size_t behind = first;
    while (behind < end && !is(behind, "=") && !is(behind, "[") && !is(behind, "...")) ++behind;
    if (is(behind, "...") || behind < first + 2) return end;
    const std::size_t last = behind - 1;
    const bool is_type =
        is_one_of(source_, tokens_[last],
                  {"int", "float", "double", "char", "long", "short", "unsigned", "signed", "bool", "const"});
    return source_.is_identifier(tokens_[last]) && !is_type && !is(last - 1, "::") ? last : end;
  }

  void describe(Declaration& one, std::size_t first, std::size_t last) const {
    std::string name;
    bool is_over = false;
    for (std::size_t at = first; at <= last && tokens_[at] != one.open && !is(at, ";"); ++at) {
      const std::size_t t = tokens_[at];
      const Qualifiers where = heads_.qualifiers(t);
      if (is(at, "__attribute__") && is(at + 1, "(")) {
        at = behind_brackets(at + 1) - 1;
        continue;
      }
      if (where.host || where.device || is_one_of(source_, t, {"inline", "__forceinline__", "__inline__"}))
        continue;
      std::string word = std::string(source_.text(t)) + " ";
      if (is(at, "(") && one.kind == Kind::other && !is_over && !name.empty() && name != "operator ") {
        one.kind = Kind::function;
        one.signature = name;
        word = take_parameters(one, at + 1);
        at = behind_brackets(at) - 1;
      }
      is_over |= is_one_of(source_, t, {"=", "[", "{", ":"});
      if (one.kind == Kind::function && !is_over) one.signature += word;
      const bool begins_name = source_.is_identifier(t) && name != "~ ";
      if (!is_over) name = (begins_name || is(at, "~") ? "" : name) + word;
      one.head += word;
    }
    if (one.kind == Kind::other) one.signature = name;
  }

  const Source& source_;
  const FunctionHeads& heads_;
  const std::vector<std::size_t>& tokens_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<std::vector<Declaration>> take_declarations(const Source& source, const FunctionHeads& heads,
                                                          const std::vector<std::size_t>& tokens) {
  return Reader(source, heads, tokens).read();
}

}  // namespace gridmark::rewrite
