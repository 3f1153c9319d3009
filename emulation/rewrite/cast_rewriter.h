#pragma once
#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/kernel_names.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// (void*)kernel<int>                    ->  _GFN(kernel<int>)
/// reinterpret_cast<const void*>(&kernel)  ->  _GFN(&kernel), behind blanks
///
/// (const void*)table[i]                 ->  _GCONST_VP(table[i]), and _GVP for void*
///
/// A kernel's address as void* has lost its type. The macro makes the type known before that. Any pointer can
/// be a kernel's, because macros make names, and tables and parameters of templates hold them. If it is not
/// one, the macro casts as the source did.
class CastRewriter {
 public:
  CastRewriter(const Source& source, const KernelNames& kernels, EditList& edits)
      : source_(source), kernels_(kernels), edits_(edits) {}

  /// Handles token `i` if a cast to void* starts there.
  void visit(std::size_t i);

 private:
  std::size_t void_pointer(std::size_t i) const;
  /// The operand of a cast.
  struct Operand {
    std::size_t last = Source::none;  ///< its last token, none if it is not a kernel or not understood
    bool is_kernel = false;           ///< the text declares it
  };
  bool is_cast(std::size_t bracket) const;
  Operand operand(std::size_t i) const;
  Operand qualified_name(std::size_t i) const;
  std::size_t end_of_pointer(std::size_t last) const;
  bool ends_operand(std::size_t last) const;
  std::string_view macro_for(const Operand& found, std::string_view old, std::size_t bracket) const;
  std::size_t end_of_template_arguments(std::size_t open) const;
  void c_style(std::size_t i);
  void named_cast(std::size_t i);

  const Source& source_;
  const KernelNames& kernels_;
  EditList& edits_;
};

}  // namespace gridmark::rewrite
