#pragma once
#include <set>
#include <string>
#include <vector>

#include "emulation/rewrite/local_names.h"
#include "emulation/rewrite/program.h"

namespace gridmark::rewrite {

/// nvcc's rules for the body of one function.
class BodyRules {
 public:
  BodyRules(const Program& program, const DeclaredFunction& function, std::vector<Diagnostic>& errors);
  void check();

 private:
  using Functions = std::vector<const DeclaredFunction*>;

  void walk(std::size_t at, std::size_t end, RunsOn where, int depth);
  std::size_t step_over(std::size_t at, RunsOn where, int depth);
  std::size_t walk_lambda(std::size_t at, RunsOn where, int depth);
  void visit(std::size_t at, RunsOn where);
  void visit_launch(std::size_t at);
  void visit_name(std::size_t at, RunsOn where);
  void visit_qualified(std::size_t at, RunsOn where);
  void visit_plain(std::size_t at, RunsOn where);
  void visit_macro(std::size_t at, RunsOn where);
  void visit_member(std::size_t at, RunsOn where);
  void visit_local(std::size_t at, RunsOn where);
  void visit_class(std::size_t at, RunsOn where);
  void visit_standard(std::size_t at, RunsOn where);
  bool check_call(std::size_t at, const Functions& functions, RunsOn where);
  void check_variable(std::size_t at, const DeclaredVariable& variable);
  void check_operator(std::size_t at, const LocalNames::Local& local);
  void refuse_host(std::size_t at, const std::string& what, const std::string& way, std::string_view name);
  void refuse_constexpr(std::size_t at, const std::string& name, const std::string& way);
  void refuse(std::size_t at, const std::string& message);
  /// For the last refusal: inserting `text` in front of that token would help.
  void repair(std::size_t at, const std::string& text);
  std::string launch_settings(std::size_t before) const;
  bool is_call(std::size_t at) const;
  bool is_local(std::size_t at) const;
  bool is_constant_operand(std::size_t at) const;
  bool where_is_kernel() const;
  bool runs_on_host(RunsOn where) const;
  std::string here() const;

  const Program& program_;
  const CodeTokens& code_;
  const DeclaredFunction& function_;
  const LocalNames locals_;
  std::vector<Diagnostic>& errors_;
  std::set<std::string_view> told_;  ///< one message for a name
  bool in_lambda_ = false;
};

}  // namespace gridmark::rewrite
