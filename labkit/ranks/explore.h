#pragma once
// Searches for an order of delivery that fails, and minimizes it.
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace gridmark::ranks {

using Choices = std::vector<std::size_t>;

/// One run: the choices that it made for receives from any rank, and whether it failed.
struct Tried {
  bool failed = false;
  Choices taken;
};

/// The smallest choices that still fail. No single choice can move to the order of arrival, or nearer to it,
/// without the failure disappearing. All choices after the last one are those of arrival.
///
/// failing  choices of a run that failed
/// run      makes a run with the given choices
Choices shrink(Choices failing, const std::function<Tried(const Choices&)>& run);

/// "0,2,1"
std::string to_text(const Choices& choices);

}  // namespace gridmark::ranks
