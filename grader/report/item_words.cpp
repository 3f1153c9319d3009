#include "grader/report/item_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gridmark::report {

namespace {

std::string_view aspect_words(WrittenAspect aspect) {
  switch (aspect) {
    case WrittenAspect::sections:
      return "the sections";
    case WrittenAspect::claims:
      return "the claims, each compared with gridmark's value,";
    case WrittenAspect::plots:
      return "the plots and their data";
    case WrittenAspect::work_log:
      return "the work log";
  }
  return "";
}

}  // namespace

std::string provenance_of(const Target& target) {
  return target.flavour == Flavour::counted ? "counted" : "measured";
}

std::string how_earned(const Item& item, Device device) {
  if (!item.tests.empty()) return fmt::format("all tests of {} pass", fmt::join(item.tests, ", "));
  if (const auto target = item.targets.find(device); target != item.targets.end())
    return fmt::format("{} {}, by the test {}{}", provenance_of(target->second), target->second.measurement,
                       target->second.from,
                       target->second.calibrated ? "" : std::string("; ") + not_calibrated);
  if (!item.targets.empty())
    return fmt::format("on the {} device only", name_of(item.targets.begin()->first));
  if (item.report)
    return fmt::format("{} of REPORT.md. Each part that is met earns that part of the points",
                       aspect_words(*item.report));
  return "a person gives the points. Until then the total is a range";
}

std::string persons_words(const GradeRecord& record, const ItemScore& item) {
  if (!item.reason.empty()) return "";
  const auto words = [](const std::string& who, const std::string& text) {
    return text.empty() ? "" : (who.empty() ? "a person" : who) + ": " + text;
  };
  for (const ManualPoints& given : record.manual)
    if (given.item == item.id) return words(given.by, given.comment);
  for (auto decision = record.reviews.rbegin(); decision != record.reviews.rend(); ++decision)
    if (decision->item == item.id && decision->accepted)
      return words(decision->by, "accepted after a review: " + decision->reason);
  return "";
}

std::string needs_words(const Item& item) {
  return item.needs.empty() ? "" : fmt::format("after full points in {}", fmt::join(item.needs, ", "));
}

}  // namespace gridmark::report
