#pragma once
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "emulation/rewrite/address_macros.h"
#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/function_tracker.h"
#include "emulation/rewrite/scope_tracker.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// extern __shared__ T x[];  ->  GRIDMARK_ARRAY(T,x);  in a function,  GRIDMARK_IN_FILE(T,x);  in a namespace
///
/// Alignment is dropped, because the engine aligns dynamic shared memory for every type. In a function x is a
/// reference to an array. In a namespace it is a pointer. It is also a pointer in a macro and where a lambda
/// may copy it, `GRIDMARK_POINTER(T,x)`. The `&` of `(float*)&x`, the array's address, is dropped then, and
/// is an error in a macro.
class SharedRewriter {
 public:
  SharedRewriter(const Source& source, const ScopeTracker& scopes, const FunctionTracker& functions,
                 EditList& edits, std::vector<Diagnostic>& errors)
      : source_(source),
        scopes_(scopes),
        functions_(functions),
        edits_(edits),
        errors_(errors),
        address_macros_(source) {}

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
  std::optional<std::string> replacement(const std::vector<std::size_t>& tokens, std::string_view macro);
  std::string_view macro_for(std::size_t i);
  bool may_be_copied_by_lambda(std::size_t i);
  std::string base_type(const std::vector<std::size_t>& tokens, std::size_t end) const;
  bool is_address_of_pointer(std::size_t i) const;
  bool is_pointer(std::size_t name) const;
  bool is_hidden(std::size_t name) const;
  bool is_declared_at(std::size_t name) const;

  const Source& source_;
  const ScopeTracker& scopes_;
  const FunctionTracker& functions_;
  EditList& edits_;
  std::vector<Diagnostic>& errors_;
  AddressMacros address_macros_;
  std::optional<std::vector<std::size_t>> copying_lambdas_;  ///< every `[` of `[=`, once they were needed
  std::set<std::string_view> pointers_;  ///< the names that were declared so far as pointers
  std::set<std::size_t> names_;          ///< the tokens that declared them
};

}  // namespace gridmark::rewrite
