#pragma once
#include <set>
#include <string_view>
#include <vector>

#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/scope_tracker.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// __constant__ float x[4];  ->  _QC          float x[4];      in a namespace
/// __device__ int x = 1;     ->  _QU        int x = 1;
///
/// Without -rdc nvcc keeps the device's variables to their file: two files may have one name for two of them,
/// and a host's variable may have it as well. Both are `static`; by _QC the counted flavour knows constants.
/// Left alone: what is declared extern in the same text, static or inline already, a template, or a member,
/// and what a macro of the program's own declares.
class VariableRewriter {
 public:
  VariableRewriter(const Source& source, const ScopeTracker& scopes, EditList& edits)
      : source_(source), scopes_(scopes), edits_(edits) {}

  /// Call for each token in order.
  void visit(std::size_t i);

 private:
  std::vector<std::size_t> specifiers(std::size_t word) const;
  std::size_t first(std::size_t word) const;

  const Source& source_;
  const ScopeTracker& scopes_;
  EditList& edits_;
  std::set<std::string_view> extern_names_;
  std::size_t end_ = 0;  ///< of the declaration that was looked at last
};

}  // namespace gridmark::rewrite
