#include "emulation/rewrite/shared_rewriter.h"

#include <algorithm>

namespace gridmark::rewrite {
namespace {

/// A longer text is not a declaration, or not one from a student.
constexpr std::size_t longest_declaration = 500;

/// extern volatile __align__(16) __shared__ ...
constexpr int most_words_before_shared = 8;

/// A type as a macro's argument: commas and dimensions are hidden in a decltype.
std::string as_argument(const std::string& type, const std::string& dimensions) {
  if (dimensions.empty() && type.find(',') == std::string::npos) return type;
  const std::string pointer = dimensions.empty() ? "*" : "(*)" + dimensions;
  return "std::remove_pointer_t<decltype((" + type + pointer + ")0)>";
}

/// True if the word can be the last one of a type, as far as a word shows it.
bool is_type_word(const Source& source, std::size_t i) {
  return source.is_identifier(i) &&
         !is_one_of(source, i, {"return", "case", "else", "do", "sizeof", "throw", "co_return", "co_yield"});
}

}  // namespace

void SharedRewriter::visit(std::size_t i) {
  address_macros_.visit(i);
  if (starts_declaration(i)) declare(i);
  if (is_address_of_pointer(i)) edits_.replace(source_[i].begin, source_[i].end, " ");
  if (address_macros_.takes_address_at(i) && is_pointer(i))
    errors_.push_back(source_.diagnostic(
        source_[i].begin,
        "this macro takes the address of dynamic shared memory that is not declared in the "
        "kernel itself. Declare it there, or give the macro " +
            std::string(source_.text(i)) + "[0]"));
}

void SharedRewriter::declare(std::size_t i) {
  const std::vector<std::size_t> tokens = declaration(i);
  const std::size_t begin = source_[i].begin;
  const std::size_t end = source_[tokens.back()].end;
  auto text = replacement(tokens, macro_for(i));
  if (!text) {
    errors_.push_back(source_.diagnostic(begin,
                                         "dynamic shared memory is declared as extern __shared__ TYPE "
                                         "NAME[]. Its size comes from the launch"));
    return;
  }
  const std::string_view newline = source_.in_macro(i) ? "\\\n" : "\n";
  edits_.replace(begin, end, padded(std::move(*text), source_.whole().substr(begin, end - begin), newline));
}

std::string_view SharedRewriter::macro_for(std::size_t i) {
  if (!scopes_.in_function(i)) return "GRIDMARK_IN_FILE(";
  return source_.in_macro(i) || may_be_copied_by_lambda(i) ? "GRIDMARK_POINTER(" : "GRIDMARK_ARRAY(";
}

/// True if a lambda's `[=]` in the block of the declaration at `i` may copy it. An array of unknown length
/// cannot be copied.
bool SharedRewriter::may_be_copied_by_lambda(std::size_t i) {
  if (!copying_lambdas_) {
    copying_lambdas_.emplace();
    for (std::size_t t = 0; t < source_.size(); ++t)
      if (source_.is(t, "[") && source_.is(source_.next(t), "=")) copying_lambdas_->push_back(t);
  }
  const auto lambda = std::upper_bound(copying_lambdas_->begin(), copying_lambdas_->end(), i);
  return lambda != copying_lambdas_->end() && *lambda < source_.partner(scopes_.block());
}

/// `extern` with `__shared__` among the words that follow, or `__shared__ extern`.
bool SharedRewriter::starts_declaration(std::size_t i) const {
  if (source_.is(i, "__shared__")) return source_.is(source_.next(i), "extern");
  if (!source_.is(i, "extern") || source_.is(source_.previous(i), "__shared__")) return false;
  std::size_t t = source_.next(i);
  for (int words = 0; t != Source::none && words < most_words_before_shared; t = source_.next(t), ++words) {
    if (source_.is(t, "__shared__")) return true;
    if (source_.is(t, "("))
      t = source_.partner(t);
    else if (!source_.is_identifier(t))
      return false;
    if (t == Source::none) return false;
  }
  return false;
}

/// The tokens up to the `;`, without it, or up to the end of the macro's body.
std::vector<std::size_t> SharedRewriter::declaration(std::size_t i) const {
  std::vector<std::size_t> tokens;
  for (; i != Source::none && !source_.is(i, ";") && tokens.size() < longest_declaration;
       i = source_.next(i)) {
    tokens.push_back(i);
  }
  return tokens;
}

/// The place behind `__align__(16)`, `alignas(16)` or `__attribute__((aligned(16)))` at `at`.
std::size_t SharedRewriter::skip_alignment(const std::vector<std::size_t>& tokens, std::size_t at) const {
  const std::size_t token = tokens[at];
  const bool alignment = source_.is(token, "__align__") || source_.is(token, "alignas") ||
                         source_.is(token, "_Alignas") || source_.is(token, "__attribute__");
  if (!alignment || at + 1 >= tokens.size() || !source_.is(tokens[at + 1], "(")) return at;
  const std::size_t close = source_.partner(tokens[at + 1]);
  const auto found = std::find(tokens.begin(), tokens.end(), close);
  return found == tokens.end() ? at : static_cast<std::size_t>(found - tokens.begin()) + 1;
}

/// Reads `name [] [33]` at `at`, and moves `at` behind it.
std::optional<SharedRewriter::Array> SharedRewriter::array(const std::vector<std::size_t>& tokens,
                                                           std::size_t& at) const {
  const auto is = [&](std::size_t k, std::string_view what) {
    return k < tokens.size() && source_.is(tokens[k], what);
  };
  if (at >= tokens.size() || !source_.is_identifier(tokens[at]) || !is(at + 1, "[") || !is(at + 2, "]"))
    return {};
  Array found{tokens[at], {}};
  at += 3;
  while (is(at, "[")) {
    const std::size_t close = source_.partner(tokens[at]);
    const auto end = std::find(tokens.begin(), tokens.end(), close);
    if (end == tokens.end()) return {};
    const std::size_t past = static_cast<std::size_t>(end - tokens.begin()) + 1;
    for (; at < past; ++at) found.dimensions.append(source_.text(tokens[at])).append(" ");
  }
  return found;
}

std::string SharedRewriter::base_type(const std::vector<std::size_t>& tokens, std::size_t end) const {
  std::string type;
  for (std::size_t k = 0; k < end; ++k) {
    if (const std::size_t past = skip_alignment(tokens, k); past != k) {
      k = past - 1;
      continue;
    }
    if (source_.is(tokens[k], "extern") || source_.is(tokens[k], "__shared__")) continue;
    const std::string_view word = source_.text(tokens[k]);
    if (!type.empty() && continues_identifier(type.back()) && continues_identifier(word[0])) type += ' ';
    type += word;
  }
  return type;
}

/// The declared arrays, one macro each. Nothing if this does not declare arrays with empty brackets.
std::optional<std::string> SharedRewriter::replacement(const std::vector<std::size_t>& tokens,
                                                       std::string_view macro) {
  // A literal may go on in the next line, behind a backslash. No type needs one.
  if (std::any_of(tokens.begin(), tokens.end(), [&](std::size_t token) {
        return source_.text(token).find('\n') != std::string_view::npos;
      }))
    return {};
  std::size_t at = 1;
  while (at < tokens.size() && !source_.is(tokens[at], "["))
    at = std::max(at + 1, skip_alignment(tokens, at));
  if (at >= tokens.size()) return {};
  const std::string type = base_type(tokens, --at);
  if (type.empty()) return {};
  std::string text;
  for (;;) {
    const auto found = array(tokens, at);
    if (!found) return {};
    const std::string_view name = source_.text(found->name);
    if (macro != "GRIDMARK_ARRAY(") {
      names_.insert(found->name);
      pointers_.insert(name);
    }
    text.append(macro).append(as_argument(type, found->dimensions)).append(",").append(name).append(")");
    if (at == tokens.size()) return text;
    if (!source_.is(tokens[at++], ",")) return {};
    text += ";";
  }
}

/// `(float*)&x`, and not `a && x`, `T &x` or `&x[1]`. An array is never an operand of a binary `&`.
bool SharedRewriter::is_address_of_pointer(std::size_t i) const {
  const std::size_t name = name_behind_ampersand(source_, i);
  if (name == Source::none) return false;
  const std::size_t before = source_.previous(i);
  if (is_type_word(source_, before)) return false;
  return !is_one_of(source_, before, {"&", "*", ">"}) && is_pointer(name);
}

bool SharedRewriter::is_pointer(std::size_t name) const {
  return functions_.on_device() && source_.is_identifier(name) && pointers_.contains(source_.text(name)) &&
         !is_hidden(name);
}

/// True if a variable or a parameter of the function around hides the name.
bool SharedRewriter::is_hidden(std::size_t name) const {
  for (std::size_t t = source_.previous(name); t != Source::none && t > functions_.head();
       t = source_.previous(t)) {
    if (source_.is_identifier(t) && source_.text(t) == source_.text(name) && is_declared_at(t))
      return !names_.contains(t);
  }
  return false;
}

/// `float x` and `float* x`, but not `return x` or `= *x`.
bool SharedRewriter::is_declared_at(std::size_t name) const {
  std::size_t before = source_.previous(name);
  while (is_one_of(source_, before, {"*", "&"})) before = source_.previous(before);
  return names_.contains(name) || is_type_word(source_, before);
}

}  // namespace gridmark::rewrite
