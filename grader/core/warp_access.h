#pragma once
#include <cstdint>
#include <vector>

#include "base/enum_names.h"

namespace gridmark {

/// One request of one warp: which lanes took part, and where.
struct WarpAccess {
  enum class Kind { load, store, shared };  ///< of global memory, or either of shared memory
  Kind kind = Kind::load;
  int bytes = 0;           ///< per lane, 1 to 255
  std::vector<int> lanes;  ///< 1 to 32 of them, rising from 0 to 31
  /// Of each lane, in bytes: from the first sector of global memory that the request touches, or, in shared
  /// memory, from a word of bank 0.
  std::vector<std::int64_t> offsets;
  friend bool operator==(const WarpAccess&, const WarpAccess&) = default;
};

inline EnumNames<WarpAccess::Kind, 3> names(WarpAccess::Kind) {
  using enum WarpAccess::Kind;
  return {{{load, "load"}, {store, "store"}, {shared, "shared"}}};
}

}  // namespace gridmark
