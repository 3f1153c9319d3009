#pragma once
#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/kernel_names.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// (void*)kernel<int>                    ->  _V(kernel<int>)
/// reinterpret_cast<const void*>(&kernel)  ->  _V(&kernel), behind blanks
///
/// A kernel's address as void* has lost its type; the macro makes the type known before that. The name may
/// turn out to be no kernel's where the cast stands: then the macro casts as the source did.
class CastRewriter {
 public:
  CastRewriter(const Source& source, const KernelNames& kernels, EditList& edits)
      : source_(source), kernels_(kernels), edits_(edits) {}

  /// Token `i` is looked at if a cast to void* starts there.
  void visit(std::size_t i);

 private:
  std::size_t void_pointer(std::size_t i) const;
  std::size_t end_of_kernel(std::size_t i) const;
  std::size_t end_of_template_arguments(std::size_t open) const;
  void c_style(std::size_t i);
  void named_cast(std::size_t i);

  const Source& source_;
  const KernelNames& kernels_;
  EditList& edits_;
};

}  // namespace gridmark::rewrite
