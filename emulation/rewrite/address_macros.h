#pragma once
#include <cstddef>
#include <map>
#include <set>
#include <string_view>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// The name that follows the `&` at `i`, in brackets or not: `x` of `&x` and `&(x)`; `none` of `&x[1]`.
std::size_t name_behind_ampersand(const Source& source, std::size_t i);

/// Finds the macros that take the address of an argument, `#define BYTES(x) ((char*)&x)`, and those that pass
/// an argument to such a macro that is defined before them.
class AddressMacros {
 public:
  explicit AddressMacros(const Source& source) : source_(source) {}

  /// Call for each token in order.
  void visit(std::size_t i);
  /// True if the name at `i` is an argument whose address its macro takes.
  bool takes_address_at(std::size_t i) const;

 private:
  const Source& source_;
  std::map<std::string_view, std::set<std::size_t>> arguments_;  ///< by macro, the places of such arguments
};

}  // namespace gridmark::rewrite
