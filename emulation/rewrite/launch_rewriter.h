#pragma once
#include <set>
#include <string_view>
#include <vector>

#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// kernel<<<grid, block, shared, stream>>>(x)  ->  _G(kernel)(grid, block, shared, stream)(x)
///
/// Programs that hide the chevrons from an editor have them in a macro:
///
/// #define ON(g, b) <<<g, b>>>                 ->  #define ON(g, b)   (g, b)
/// kernel ON(grid, block)(x)                   ->  _G(kernel)ON(grid, block)(x)
class LaunchRewriter {
 public:
  LaunchRewriter(const Source& source, EditList& edits, std::vector<Diagnostic>& errors)
      : source_(source), edits_(edits), errors_(errors) {}

  /// Call for each token in order. Handles `<<<` and the names of such macros.
  void visit(std::size_t i);

 private:
  bool defines_configuration(std::size_t chevrons);
  void use_configuration(std::size_t name);
  std::size_t closing_chevrons(std::size_t open) const;
  std::size_t blanks_before(std::size_t token) const;
  void edit(std::size_t kernel, std::size_t open, std::size_t close);

  const Source& source_;
  EditList& edits_;
  std::vector<Diagnostic>& errors_;
  std::set<std::string_view> configurations_;  ///< macros whose bodies are `<<<...>>>`
};

}  // namespace gridmark::rewrite
