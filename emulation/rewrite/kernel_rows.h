#pragma once
#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/source.h"
#include "emulation/rewrite/straight_code.h"

namespace gridmark::rewrite {

/// __global__ void k(...) { ...; return; ... }  ->  _G_ROWS void k(...) {_GROW ...; _GNEXT; ... _GEND}
///
/// For kernels of straight code. One call runs a whole row of threads (gridmark/row_of_threads.h).
class KernelRows {
 public:
  KernelRows(const Source& source, EditList& edits) : source_(source), edits_(edits), code_(source) {}

  /// Handles token `i` if it is the `{` of a kernel's body.
  void visit(std::size_t i);

 private:
  struct Head {
    std::size_t qualifier = Source::none;   ///< `__global__`
    std::size_t parameters = Source::none;  ///< the `(`
    std::set<std::string_view> types;       ///< parameters of the template
    bool is_plain = false;                  ///< all of it was understood
  };
  Head head(std::size_t body) const;
  bool read_template(std::size_t word, Head& head) const;
  bool is_room_for_edits(std::size_t body) const;
  void edit(const Head& head, std::size_t body);

  const Source& source_;
  EditList& edits_;
  StraightCode code_;
};

}  // namespace gridmark::rewrite
