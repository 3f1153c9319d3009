#pragma once
#include <cstddef>
#include <map>
#include <set>
#include <string_view>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// The name that the `&` at `i` stands before, in brackets or not: `x` of `&x` and `&(x)`; `none` of `&x[1]`.
std::size_t name_behind_ampersand(const Source& source, std::size_t i);

/// Knows which macros take the address of an argument: `#define BYTES(x) ((char*)&x)`, and those that hand
/// it on to such a macro, defined before them.
class AddressMacros {
 public:
  explicit AddressMacros(const Source& source) : source_(source) {}

  /// Call for each token in order.
  void visit(std::size_t i);
  /// Is the name at `i` an argument whose address its macro takes?
  bool takes_address_at(std::size_t i) const;

 private:
  const Source& source_;
  std::map<std::string_view, std::set<std::size_t>> arguments_;  ///< by macro: the places of such arguments
};

}  // namespace gridmark::rewrite
