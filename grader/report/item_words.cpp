#include "grader/report/item_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gridmark {

std::string provenance_of(const Lane& lane) {
  return lane.flavour == Flavour::counted ? "counted" : "measured";
}

std::string how_earned(const Item& item, Device device) {
  if (!item.tests.empty()) return fmt::format("all tests of {} pass", fmt::join(item.tests, ", "));
  if (const auto lane = item.lanes.find(device); lane != item.lanes.end())
    return fmt::format("{} {}, by the test {}", provenance_of(lane->second), lane->second.measurement,
                       lane->second.from);
  if (!item.lanes.empty()) return fmt::format("on the {} device alone", name_of(item.lanes.begin()->first));
  return "by the report, or by a person";
}

std::string needs_words(const Item& item) {
  return item.needs.empty() ? "" : fmt::format("after full points in {}", fmt::join(item.needs, ", "));
}

}  // namespace gridmark
