#pragma once
#include <vector>

#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// kernel<<<grid, block, shared, stream>>>(x)  ->  _Q(kernel)(grid, block, shared, stream)(x)
class LaunchRewriter {
 public:
  LaunchRewriter(const Source& source, EditList& edits, std::vector<Diagnostic>& errors)
      : source_(source), edits_(edits), errors_(errors) {}

  /// Token `i` is looked at if it is a `<<<`.
  void visit(std::size_t i);

 private:
  std::size_t closing_chevrons(std::size_t open) const;
  std::size_t blanks_before(std::size_t token) const;
  void edit(std::size_t kernel, std::size_t open, std::size_t close);

  const Source& source_;
  EditList& edits_;
  std::vector<Diagnostic>& errors_;
};

}  // namespace gridmark::rewrite
