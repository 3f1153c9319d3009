#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/scope_tracker.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// __constant__ float x[4];  ->  _G_CONSTANT  float x[4];      in a namespace
/// __device__ int x = 1;     ->  _G_DEVICE  int x = 1;
///
/// Without -rdc nvcc keeps the device's variables to their file. Two files may use one name for two of them,
/// and a host's variable may have it as well. Both macros mean `static`. _G_CONSTANT shows the counted
/// flavour which variables are constants. Not changed are variables that the same text declares extern,
/// variables that are already static or inline, templates, members, and variables that a macro of the program
/// declares.
class VariableRewriter {
 public:
  /// `static_too`: nvcc's behaviour without -rdc.
  VariableRewriter(const Source& source, const ScopeTracker& scopes, EditList& edits, bool static_too)
      : source_(source), scopes_(scopes), edits_(edits), static_too_(static_too) {}

  /// Call for each token in order.
  void visit(std::size_t i);

  /// The declared variables that host code cannot reach by name, those that are neither managed nor const.
  const std::vector<std::string>& unreachable() const { return unreachable_; }

 private:
  void keep_names(const std::vector<std::size_t>& tokens);
  std::vector<std::size_t> specifiers(std::size_t word) const;
  std::size_t first(std::size_t word) const;

  const Source& source_;
  const ScopeTracker& scopes_;
  EditList& edits_;
  const bool static_too_;
  std::vector<std::string> unreachable_;
  std::set<std::string_view> extern_names_;
  std::size_t end_ = 0;  ///< of the declaration that was handled last
};

}  // namespace gridmark::rewrite
