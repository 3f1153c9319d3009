#include <algorithm>

#include "emulation/rewrite/head_words.h"
#include "emulation/rewrite/program_names.h"
#include "emulation/rewrite/standard_names.h"

// Theory of operation
// One walk over the declarations of namespaces and classes. It steps over bodies of functions. A name is
// recorded as a function, a variable or a class only if the text leaves no doubt. All other names go to
// `others`, and nvcc's rules then ignore them.

namespace gridmark::rewrite {
namespace {

constexpr int deepest_scope = 100;

class ProgramReader {
 public:
  ProgramReader(const CodeTokens& code, ProgramNames& names)
      : code_(code), names_(names), macros_(code.source()) {}

  void read() {
    for (std::size_t at = 0; at < code_.end(); ++at)
      if (code_.is_identifier(at)) ++names_.mentions[code_.text(at)];
    read_scope(0, code_.end(), {});
    names_.index();
  }

 private:
  struct Scope {
    std::string_view of_class;
    bool is_template = false;
    int depth = 0;
  };
  /// A declaration that is being read, from its first token on.
  struct Head {
    std::size_t begin = 0;
    bool is_template = false;
    std::size_t class_key = 0;  ///< the place behind `struct`, or 0
  };

  void read_scope(std::size_t at, std::size_t end, const Scope& scope) {
    if (scope.depth > deepest_scope) return;
    while (at < end) at = std::max(at + 1, read_declaration(at, scope));
  }

  std::size_t read_declaration(std::size_t at, const Scope& scope) {
    if (code_.is(at, ";") || code_.is(at, "}")) return at + 1;
    if (code_.is_any(at, {"public", "private", "protected"})) return at + 2;
    if (code_.is(at, "using") && code_.is(at + 1, "namespace"))
      names_.uses_namespace_std |= code_.is(at + 2, "std");
    if (code_.is_any(at, {"using", "typedef", "static_assert", "friend", "asm", "concept", "enum"}))
      return read_other(at);
    if (code_.is(at, "namespace") || (code_.is(at, "inline") && code_.is(at + 1, "namespace")))
      return read_namespace(at, scope);
    if (code_.is(at, "extern") && !code_.is_identifier(at + 1)) return read_linkage(at, scope);
    Head head{at, scope.is_template};
    while (code_.is(at, "template")) {
      if (!code_.is(at + 1, "<")) return behind_statement(at);
      head.is_template = true;
      at = std::max(code_.behind_angles(at + 1), at + 2);
    }
    return read_general(at, head, scope);
  }

  /// The place behind the next `;`, or behind a body in braces that ends a friend's definition.
  std::size_t behind_statement(std::size_t at) const {
    for (; at < code_.end() && !code_.is(at, ";"); ++at)
      if (code_.opens(at)) at = code_.partner(at);
    return at + 1;
  }

  std::size_t read_other(std::size_t at) {
    std::size_t end = at;
    const bool is_friend = code_.is(at, "friend");
    for (; end < code_.end() && !code_.is(end, ";"); ++end) {
      if (code_.is_identifier(end) && !code_.is(at, "static_assert")) add_other(at, end);
      const bool enters = code_.is(at, "enum") && code_.is(end, "{");
      if (code_.opens(end) && !enters) {
        const bool body = code_.is(end, "{");
        end = code_.partner(end);
        if (is_friend && body) break;
      }
    }
    return end + 1;
  }

  /// `using T = X` declares the name T, not X.
  void add_other(std::size_t statement, std::size_t name) {
    if (code_.is(statement, "using") && name > statement + 1 && code_.is(statement + 2, "=")) return;
    if (code_.is(statement, "using") && code_.is(statement + 1, "namespace")) return;
    names_.others.insert(code_.text(name));
  }

  std::size_t read_namespace(std::size_t at, const Scope& scope) {
    for (; at < code_.end() && !code_.is_any(at, {"{", ";", "="}); ++at)
      if (code_.is_identifier(at)) names_.namespaces.insert(code_.text(at));
    if (!code_.is(at, "{")) return behind_statement(at);
    read_scope(at + 1, code_.partner(at), {scope.of_class, scope.is_template, scope.depth + 1});
    return code_.partner(at) + 1;
  }

  std::size_t read_linkage(std::size_t at, const Scope& scope) {
    if (!code_.is(at + 2, "{")) return read_declaration_behind(at + 2, scope);
    read_scope(at + 3, code_.partner(at + 2), {scope.of_class, scope.is_template, scope.depth + 1});
    return code_.partner(at + 2) + 1;
  }

  std::size_t read_declaration_behind(std::size_t at, const Scope& scope) {
    return at < code_.end() ? read_general(at, {at, scope.is_template}, scope) : at;
  }

  std::size_t read_general(std::size_t at, Head head, const Scope& scope) {
    for (; at < code_.end(); ++at) {
      if (code_.is_any(at, {"class", "struct", "union"})) head.class_key = at + 1;
      if (code_.is_any(at, {"}", ")", "]"})) return at + 1;
      if (code_.is(at, "operator")) return read_operator(at, head, scope);
      if (code_.is(at, "<")) {
        at = std::max(code_.behind_angles(at), at + 1) - 1;
      } else if (code_.is(at, "(")) {
        if (!is_callable(at))
          at = code_.partner(at);
        else
          return read_callable(at - 1, at, head, scope);
      } else if (code_.is(at, "{") && head.class_key) {
        return read_class(at, head, scope);
      } else if (code_.is(at, "[") && (at == head.begin || code_.is(at + 1, "["))) {
        at = code_.partner(at);
      } else if (code_.is_any(at, {"=", ";", "{", "[", ","})) {
        return read_variables(at, head, scope);
      } else if (code_.is(at, ":") && !head.class_key) {
        return read_variables(at, head, scope);  // a bit-field
      }
    }
    return at;
  }

  /// `name (` that is neither an attribute nor a macro in front of a declaration.
  bool is_callable(std::size_t open) const {
    if (open == 0 || !code_.is_identifier(open - 1)) return false;
    const std::string_view word = code_.text(open - 1);
    return !word.starts_with("__") && word != "alignas" && word != "decltype" && word != "noexcept" &&
           word != "explicit" && word != "requires";
  }

  std::size_t read_operator(std::size_t at, const Head& head, const Scope& scope) {
    std::size_t open = at + 1;
    if (code_.is(open, "(")) open = code_.partner(open) + 1;
    while (open < code_.end() && !code_.is_any(open, {"(", ";", "{", "}"})) ++open;
    return code_.is(open, "(") ? read_callable(at, open, head, scope) : behind_statement(open);
  }

  std::size_t read_class(std::size_t brace, const Head& head, const Scope& scope) {
    std::size_t name = head.class_key;
    while (name < brace &&
           (!code_.is_identifier(name) || code_.text(name).starts_with("__") || code_.is(name, "alignas"))) {
      if (code_.opens(name)) name = code_.partner(name);
      ++name;
    }
    const std::size_t close = code_.partner(brace);
    bool has_bases = false;
    for (std::size_t t = name; t < brace; ++t) has_bases |= code_.is(t, ":");
    std::string_view called = name < brace ? code_.text(name) : "";
    if (called.empty() || names_.classes.contains(called)) names_.others.insert(called);  // a specialisation
    names_.classes[called] = {has_bases, head.is_template};
    if (!scope.of_class.empty()) names_.members.insert(called);
    read_scope(brace + 1, close, {called, head.is_template, scope.depth + 1});
    return code_.is(close + 1, ";") ? close + 2 : read_variables_of_class(close + 1);
  }

  /// `struct { ... } name;`
  std::size_t read_variables_of_class(std::size_t at) {
    const std::size_t end = behind_statement(at);
    for (; at < end; ++at)
      if (code_.is_identifier(at)) names_.others.insert(code_.text(at));
    return end;
  }

  std::size_t read_callable(std::size_t name, std::size_t open, const Head& head, const Scope& scope) {
    const std::size_t close = code_.partner(open);
    if (name == head.begin && scope.of_class.empty() && !code_.is(name, "operator")) {
      names_.others.insert(code_.text(name));  // a macro that declares something
      return code_.is(close + 1, "{") ? code_.partner(close + 1) + 1 : close + 1;
    }
    const std::size_t behind = behind_head(close + 1);
    const bool body = code_.is(behind, "{");
    if (!body && !code_.is(name, "operator") && !is_parameter_list(open)) {
      add_variable(name, open, head, scope);
      return behind_statement(close);
    }
    add_function(name, open, body ? behind : 0, head, scope);
    return body ? code_.partner(behind) + 1 : behind_statement(behind);
  }

  /// The place behind the words that may follow parameters: the `{` of the body, or the end of the
  /// declaration.
  std::size_t behind_head(std::size_t at) const {
    for (; at < code_.end(); ++at) {
      if (code_.is_any(at, {"{", ";", "=", ",", "}"})) return at;
      if (code_.is(at, ":")) return behind_initialisers(at + 1);
      if (code_.opens(at)) at = code_.partner(at);
      if (code_.is(at, "<")) at = std::max(code_.behind_angles(at), at + 1) - 1;
    }
    return at;
  }

  /// a(1), b<int>{2} ... {
  std::size_t behind_initialisers(std::size_t at) const {
    for (; at < code_.end(); ++at) {
      if (code_.is(at, "<")) at = std::max(code_.behind_angles(at), at + 1) - 1;
      if (code_.is(at, ";")) return at;
      if (!code_.opens(at)) continue;
      at = code_.partner(at) + 1;
      if (code_.is(at, "...")) ++at;
      if (!code_.is(at, ",")) return at;
    }
    return at;
  }

  bool is_parameter_list(std::size_t open) const {
    const std::size_t first = open + 1, close = code_.partner(open);
    if (first == close || code_.is(first, "void")) return true;
    if (code_.is(first, "...")) return true;
    if (!code_.is_identifier(first)) return false;
    if (is_type_word(code_.text(first))) return true;
    std::size_t at = first + 1;
    while (code_.is(at, "::") && at + 2 < close) at += 2;
    if (code_.is(at, "<")) at = std::max(code_.behind_angles(at), at);
    while (code_.is_any(at, {"*", "&", "const"})) ++at;
    return at > first + 1 ? at == close || code_.is_identifier(at) || code_.is(at, ",")
                          : code_.is_identifier(at);
  }

  /// The name for `operator+`, with the text between it and its parameters.
  std::string_view operator_name(std::size_t name, std::size_t open) const {
    std::string_view text = code_.source().text(code_.token(name), code_.token(open));
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
  }

  void add_function(std::size_t name, std::size_t open, std::size_t body, const Head& head,
                    const Scope& scope) {
    DeclaredFunction function;
    function.name = code_.is(name, "operator") ? operator_name(name, open) : code_.text(name);
    function.of_class = scope.of_class;
    std::size_t first_of_name = name;
    if (name > 0 && code_.is(name - 1, "~"))
      function.kind = DeclaredFunction::Kind::destructor, --first_of_name;
    if (first_of_name > 1 && code_.is(first_of_name - 1, "::") && first_of_name - 1 > head.begin) {
      const std::size_t owner = first_of_name - 2;
      if (!code_.is_identifier(owner)) return void(names_.others.insert(function.name));
      if (names_.classes.contains(code_.text(owner))) function.of_class = code_.text(owner);
    }
    if (function.kind == DeclaredFunction::Kind::function && function.name == function.of_class)
      function.kind = DeclaredFunction::Kind::constructor;
    const HeadWords words = read_head_words(code_, macros_, head.begin, name);
    function.where = words.where();
    function.is_constexpr = words.is_constexpr;
    function.is_template = head.is_template;
    function.when_used = head.is_template || words.is_local || !function.of_class.empty();
    function.returns_value = words.is_pointer || returns_value(words);
    const std::size_t close = code_.partner(open);
    for (std::size_t t = close; t < close + 12 && !code_.is_any(t, {";", "{"}); ++t)
      function.defaulted |= code_.is_any(t, {"default", "delete"});
    function.begin = head.begin, function.at = name, function.open = open, function.body = body;
    if (!function.of_class.empty()) names_.members.insert(function.name);
    if (function.of_class.empty() && function.where == RunsOn::host && !function.is_constexpr)
      known_at_run_time_.insert(function.name);
    names_.functions.push_back(function);
  }

  bool returns_value(const HeadWords& words) const {
    return !words.is_void && !words.type.empty() && words.type != "auto" && !macros_.contains(words.type) &&
           !names_.others.contains(words.type);
  }

  std::size_t read_variables(std::size_t at, const Head& head, const Scope& scope) {
    std::size_t end = at;
    add_variable(at - (at > head.begin), at, head, scope);
    for (; end < code_.end() && !code_.is(end, ";"); ++end) {
      if (code_.opens(end)) end = code_.partner(end);
      if (code_.is(end, ",")) add_next_variable(end + 1, head, scope);
    }
    return end + 1;
  }

  void add_next_variable(std::size_t at, const Head& head, const Scope& scope) {
    while (code_.is_any(at, {"*", "&"})) ++at;
    if (code_.is_identifier(at)) add_variable(at, at + 1, head, scope);
  }

  /// behind  the place after the name
  void add_variable(std::size_t name, std::size_t behind, const Head& head, const Scope& scope) {
    if (!code_.is_identifier(name)) return;
    DeclaredVariable variable;
    variable.name = code_.text(name), variable.at = name, variable.of_class = scope.of_class;
    if (head.class_key == name) return;  // struct S;
    if (!scope.of_class.empty()) names_.members.insert(variable.name);
    if (name == head.begin || head.is_template) return void(names_.others.insert(variable.name));
    if (code_.is(name - 1, "::") && name > head.begin + 1) variable.of_class = code_.text(name - 2);
    const HeadWords words = read_head_words(code_, macros_, head.begin, name);
    variable.kind = kind_of(words, name, behind);
    if (!scope.of_class.empty() && !words.is_static) variable.kind = DeclaredVariable::Kind::unknown;
    if (variable.kind == DeclaredVariable::Kind::ordinary) known_at_run_time_.insert(variable.name);
    names_.variables.push_back(variable);
  }

  DeclaredVariable::Kind kind_of(const HeadWords& words, std::size_t name, std::size_t behind) const {
    using Kind = DeclaredVariable::Kind;
    if (words.where() == RunsOn::device) return Kind::device;
    if (words.where() != RunsOn::host || code_.is(name - 1, ")")) return Kind::unknown;
    if (code_.is(behind, "=") && code_.is(behind + 1, "[")) return Kind::unknown;  // a lambda
    if (code_.is(behind, "[")) return words.is_constexpr ? Kind::constant_array : Kind::ordinary;
    if (!words.is_const && !words.is_constexpr) return Kind::ordinary;
    if (words.is_constexpr) return Kind::constant;
    if (words.is_pointer || is_host_class(words.type)) return Kind::ordinary;
    return words.is_arithmetic && computed_at_start(behind) ? Kind::ordinary : Kind::constant;
  }

  /// True if the initialiser uses a variable, or calls a function that no compiler evaluates.
  bool computed_at_start(std::size_t at) const {
    for (; at < code_.end() && !code_.is_any(at, {";", ",", "sizeof", "decltype"}); ++at) {
      if (!code_.is_identifier(at)) continue;
      if (known_at_run_time_.contains(code_.text(at))) return true;
      if (code_.is(at + 1, "(") && computes_at_run_time(code_.text(at))) return true;
    }
    return false;
  }

  const CodeTokens& code_;
  ProgramNames& names_;
  const ProgramMacros macros_;
  std::set<std::string_view> known_at_run_time_;  ///< functions and variables that are not constants
};

}  // namespace

ProgramNames read_program_names(const CodeTokens& code) {
  ProgramNames names;
  if (code.balanced()) ProgramReader(code, names).read();
  return names;
}

}  // namespace gridmark::rewrite
