#pragma once
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/function_tracker.h"
#include "emulation/rewrite/scope_tracker.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// extern __shared__ T x[];  ->  _QS(T,x);  in a function,  _QN(T,x);  in a namespace
///
/// Alignment is dropped: the engine aligns dynamic shared memory for every type. x is a pointer then, and so
/// the `&` of `(float*)&x`, the array's address, is dropped too.
class SharedRewriter {
 public:
  SharedRewriter(const Source& source, const ScopeTracker& scopes, const FunctionTracker& functions,
                 EditList& edits, std::vector<Diagnostic>& errors)
      : source_(source), scopes_(scopes), functions_(functions), edits_(edits), errors_(errors) {}

  /// Call for each token in order.
  void visit(std::size_t i);

 private:
  struct Array {
    std::size_t name;        ///< token
    std::string dimensions;  ///< after the first, "[33]"
  };
  void declare(std::size_t i);
  bool starts_declaration(std::size_t i) const;
  std::vector<std::size_t> declaration(std::size_t i) const;
  std::size_t skip_alignment(const std::vector<std::size_t>& tokens, std::size_t at) const;
  std::optional<Array> array(const std::vector<std::size_t>& tokens, std::size_t& at) const;
  std::optional<std::string> replacement(const std::vector<std::size_t>& tokens, bool function);
  std::string base_type(const std::vector<std::size_t>& tokens, std::size_t end) const;
  bool is_address_of_array(std::size_t i) const;
  bool is_hidden(std::size_t name) const;
  bool is_declared_at(std::size_t name) const;

  const Source& source_;
  const ScopeTracker& scopes_;
  const FunctionTracker& functions_;
  EditList& edits_;
  std::vector<Diagnostic>& errors_;
  std::set<std::string_view> arrays_;  ///< the names that were declared so far
  std::set<std::size_t> names_;        ///< the tokens that declared them
};

}  // namespace gridmark::rewrite
