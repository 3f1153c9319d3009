#pragma once
// Looks for an order of delivery that fails, and makes it small.
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace gridmark::ranks {

using Choices = std::vector<std::size_t>;

/// One run: what it took of each receive from any rank, and whether it failed.
struct Tried {
  bool failed = false;
  Choices taken;
};

/// The smallest choices that still fail: no choice of them can go back to the order of arrival, or nearer to
/// it, without the failure going away. Choices after the last are those of arrival.
///
/// failing  choices with which a run has failed
/// run      a run with the given choices
Choices shrink(Choices failing, const std::function<Tried(const Choices&)>& run);

/// "0,2,1"
std::string to_text(const Choices& choices);

}  // namespace gridmark::ranks
