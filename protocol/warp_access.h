#pragma once
#include <cstdint>
#include <vector>

#include "base/enum_names.h"
#include "protocol/fields.h"

namespace gridmark {

/// One request of one warp: its lanes and their addresses.
struct WarpAccess {
  enum class Kind {
    load,
    store,
    shared
  };  ///< load and store use global memory, shared is either access to
      ///< shared memory
  Kind kind = Kind::load;
  int bytes = 0;           ///< per lane, 1 to 255
  std::vector<int> lanes;  ///< 1 to 32 lanes in rising order, from 0 to 31
  /// For each lane, in bytes from the first sector of global memory that the request touches. In shared
  /// memory, from a word of bank 0.
  std::vector<std::int64_t> offsets;
  friend bool operator==(const WarpAccess&, const WarpAccess&) = default;
};

constexpr auto names(WarpAccess::Kind) {
  using enum WarpAccess::Kind;
  return EnumNames<WarpAccess::Kind, 3>{{{load, "load"}, {store, "store"}, {shared, "shared"}}};
}

/// Fields of WarpAccess and of the emulated device's type of that name.
template <class Access>
constexpr auto warp_access_fields() {
  constexpr std::size_t lanes_of_a_warp = 32;
  return std::tuple{
      field("kind", &Access::kind, AnyOfType{}, "of global memory, or either of shared memory"),
      field("bytes", &Access::bytes, Range{1, 255, "1 to 255 bytes"}, "of each lane"),
      field("lanes", &Access::lanes,
            Many<Range>{1, lanes_of_a_warp, {0, lanes_of_a_warp - 1, "a lane, 0 to 31"}},
            "that took part, in rising order"),
      field(
          "offsets", &Access::offsets, Many<Range>{1, lanes_of_a_warp, {0, 9e15, "a number of bytes"}},
          "of each of these lanes, in bytes: from the first sector of global memory that is touched, or, in "
          "shared memory, from a word of bank 0")};
}

constexpr auto fields(const WarpAccess*) { return warp_access_fields<WarpAccess>(); }

}  // namespace gridmark
