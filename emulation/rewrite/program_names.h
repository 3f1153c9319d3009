#pragma once
// The functions, variables and classes that a program's own files declare, as far as nvcc's rules ask for
// them.
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "emulation/rewrite/code_tokens.h"

namespace gridmark::rewrite {

/// Where a function runs; unknown where a macro of a header may say so.
enum class RunsOn { host, device, both, kernel, unknown };

/// Places are those of CodeTokens.
struct DeclaredFunction {
  enum class Kind { function, constructor, destructor };
  std::string_view name;
  std::string_view of_class;  ///< "" for one of a namespace
  RunsOn where = RunsOn::host;
  Kind kind = Kind::function;
  bool is_constexpr = false;
  bool is_template = false;  ///< or a member of a class template
  bool when_used = false;    ///< nvcc looks into it only where it is called: static, inline, member, template
  bool defaulted = false;    ///< or deleted
  bool returns_value = false;  ///< certainly not void
  std::size_t begin = 0;       ///< of its head
  std::size_t at = 0;          ///< its name
  std::size_t open = 0;        ///< of its parameters
  std::size_t body = 0;        ///< its `{`; 0 for a declaration
};

struct DeclaredVariable {
  /// A constant's value is known to the compiler, so that device code may use it; an array's only in a
  /// constant.
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

/// Whether each of them runs there, and there is one.
bool all_run_on(const std::vector<const DeclaredFunction*>& functions, RunsOn where);
/// Whether one of them is constexpr.
bool any_constexpr(const std::vector<const DeclaredFunction*>& functions);

class ProgramNames {
 public:
  std::vector<DeclaredFunction> functions;
  std::vector<DeclaredVariable> variables;
  std::map<std::string_view, DeclaredClass> classes;
  std::set<std::string_view> others;   ///< types, enumerators, aliases, and all that was not understood
  std::set<std::string_view> members;  ///< of any class
  std::set<std::string_view> namespaces;
  bool uses_namespace_std = false;

  /// Once all are there.
  void index();
  /// All functions of a namespace with this name, or a class's; nothing where the name means something else
  /// too.
  std::vector<const DeclaredFunction*> functions_of(std::string_view name,
                                                    std::string_view of_class = "") const;
  /// How many functions have this name, wherever they are.
  std::size_t declarations(std::string_view name) const;
  const DeclaredVariable* variable(std::string_view name, std::string_view of_class = "") const;
  bool declares(std::string_view name) const;
  /// The names' mentions in the whole text, their declarations among them.
  std::map<std::string_view, std::size_t> mentions;

 private:
  std::multimap<std::string_view, const DeclaredFunction*> functions_by_name_;
  std::map<std::string_view, std::size_t> declarations_;
  std::multimap<std::string_view, const DeclaredVariable*> variables_by_name_;
};

/// returns  nothing, where the text has brackets without partners
ProgramNames read_program_names(const CodeTokens& code);

}  // namespace gridmark::rewrite
