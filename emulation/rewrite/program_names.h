#pragma once
// The functions, variables and classes that a program's own files declare, as far as nvcc's rules need them.
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "emulation/rewrite/code_tokens.h"

namespace gridmark::rewrite {

/// The side on which a function runs, unknown if a macro of a header may determine it.
enum class RunsOn { host, device, both, kernel, unknown };

/// Places are those of CodeTokens.
struct DeclaredFunction {
  enum class Kind { function, constructor, destructor };
  std::string_view name;
  std::string_view of_class;  ///< "" for a function of a namespace
  RunsOn where = RunsOn::host;
  Kind kind = Kind::function;
  bool is_constexpr = false;
  bool is_template = false;    ///< or a member of a class template
  bool when_used = false;      ///< nvcc checks it only if it is called: static, inline, member, template
  bool defaulted = false;      ///< or deleted
  bool returns_value = false;  ///< certainly not void
  std::size_t begin = 0;       ///< start of its head
  std::size_t at = 0;          ///< place of its name
  std::size_t open = 0;        ///< `(` of its parameters
  std::size_t body = 0;        ///< its `{`, or 0 for a declaration
};

struct DeclaredVariable {
  /// The compiler knows a constant's value, so device code may use it. For an array that holds only inside a
  /// constant expression.
  enum class Kind { constant, constant_array, ordinary, device, unknown };
  std::string_view name;
  std::string_view of_class;
  Kind kind = Kind::unknown;
  std::size_t at = 0;
};

struct DeclaredClass {
  bool has_bases = false;
  bool is_template = false;
};

/// True if there is a function and each of them runs there.
bool all_run_on(const std::vector<const DeclaredFunction*>& functions, RunsOn where);
/// True if one of them is constexpr.
bool any_constexpr(const std::vector<const DeclaredFunction*>& functions);

class ProgramNames {
 public:
  std::vector<DeclaredFunction> functions;
  std::vector<DeclaredVariable> variables;
  std::map<std::string_view, DeclaredClass> classes;
  std::set<std::string_view> others;   ///< types, enumerators, aliases, and names that were not understood
  std::set<std::string_view> members;  ///< of any class
  std::set<std::string_view> namespaces;
  bool uses_namespace_std = false;

  /// Call it once all names are there.
  void index();
  /// All functions of a namespace or class with this name. Empty if the name has another meaning, too.
  std::vector<const DeclaredFunction*> functions_of(std::string_view name,
                                                    std::string_view of_class = "") const;
  /// The number of functions with this name, in any scope.
  std::size_t declarations(std::string_view name) const;
  const DeclaredVariable* variable(std::string_view name, std::string_view of_class = "") const;
  bool declares(std::string_view name) const;
  /// Number of mentions of each name in the whole text, including its declarations.
  std::map<std::string_view, std::size_t> mentions;

 private:
  std::multimap<std::string_view, const DeclaredFunction*> functions_by_name_;
  std::map<std::string_view, std::size_t> declarations_;
  std::multimap<std::string_view, const DeclaredVariable*> variables_by_name_;
};

/// returns  an empty result if the text has brackets without partners
ProgramNames read_program_names(const CodeTokens& code);

}  // namespace gridmark::rewrite
