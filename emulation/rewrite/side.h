#pragma once
// The text that one side of the compilation sees, and its tokens that the other side sees too.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// A token that is not white space, and its place in the sources.
struct Placed {
  std::size_t token;
  int file;
  int line;
};

/// The names of files. Both texts refer to them by their index.
using Files = std::vector<std::string>;

/// The host's text or the device's. A token that both have has a twin on the other side. A token that only
/// this side has is a stranger to the other.
class Side {
 public:
  Side(std::string_view text, Files& files);

  const Source source;
  const std::vector<Placed> placed;
  std::vector<std::size_t> twins;  ///< by token: the other side's token, or Source::none

  /// Call it once all twins are known. Identifiers in `names` count as strangers though they have twins.
  void count_strangers(const std::set<std::string_view>& names);
  bool has_strangers(std::size_t begin, std::size_t end) const {
    return strangers_[begin] != strangers_[end];
  }
  const Placed& place(std::size_t token) const;
  std::size_t column(std::size_t token) const;

 private:
  std::vector<std::size_t> strangers_;  ///< by token, the number of strangers before it
};

/// Pairs up the twins of the two texts of one file, tokens that were written at the same place.
void align(Side& device, Side& host);

}  // namespace gridmark::rewrite
