#pragma once
#include <optional>
#include <string>
#include <vector>

#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/scope_tracker.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// extern __shared__ T x[];  ->  _QS(T,x);  in a function,  _QN(T,x);  in a namespace
///
/// Alignment is dropped: the engine aligns dynamic shared memory for every type.
class SharedRewriter {
 public:
  SharedRewriter(const Source& source, const ScopeTracker& scopes, EditList& edits,
                 std::vector<Diagnostic>& errors)
      : source_(source), scopes_(scopes), edits_(edits), errors_(errors) {}

  /// Token `i` is looked at if a declaration of dynamic shared memory starts there.
  void visit(std::size_t i);

 private:
  struct Array {
    std::size_t name;        ///< token
    std::string dimensions;  ///< after the first, "[33]"
  };
  bool starts_declaration(std::size_t i) const;
  std::vector<std::size_t> declaration(std::size_t i) const;
  std::size_t skip_alignment(const std::vector<std::size_t>& tokens, std::size_t at) const;
  std::optional<Array> array(const std::vector<std::size_t>& tokens, std::size_t& at) const;
  std::optional<std::string> replacement(const std::vector<std::size_t>& tokens, bool function) const;
  std::string base_type(const std::vector<std::size_t>& tokens, std::size_t end) const;

  const Source& source_;
  const ScopeTracker& scopes_;
  EditList& edits_;
  std::vector<Diagnostic>& errors_;
};

}  // namespace gridmark::rewrite
