#pragma once
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"
#include "labkit/channel/link.h"

namespace gridmark::channel {

/// One of several workers. It sends and receives well or badly, as the test requests.
struct Talk {
  static constexpr std::string_view name = "talk";
  int rank = 0, world = 1;
  Link network = {}, disk = {};
  std::string how;
  int bad_rank = 0;  ///< the rank that behaves so; the others work
  In<float> in;
  Out<float> out;
  auto fields() { return std::tie(rank, world, network, disk, how, bad_rank, in, out); }
  std::string subject() const { return "talk"; }
  std::string describe() const { return "talk(" + how + ")"; }
};

}  // namespace gridmark::channel
