#include "grader/load/rubric_text.h"

#include <fmt/format.h>

#include "grader/load/json_document.h"
#include "grader/load/json_place.h"

namespace gridmark::load {
namespace {

using nlohmann::json;

/// The steps to the knots of an item's target. Empty if there is no such item.
std::vector<std::string> steps_to_knots(const json& rubric, const std::string& item, Device device) {
  const json& criteria = rubric.at("criteria");
  for (std::size_t c = 0; c < criteria.size(); ++c) {
    const json& items = criteria[c].at("items");
    for (std::size_t i = 0; i < items.size(); ++i)
      if (items[i].at("id") == item)
        return {"criteria", std::to_string(c),
                "items",    std::to_string(i),
                "targets",  std::string(name_of(device)),
                "curve",    "knots"};
  }
  return {};
}

/// The shortest text that reads as this number again.
std::string limit_text(double limit) { return fmt::format("{}", limit == 0 ? 0.0 : limit); }

}  // namespace

Result<std::string> with_limits(std::string_view text, const std::string& where, const std::string& item,
                                Device device, const Curve& curve) {
  const json rubric = TRY(parse_document(text, where, {Error::Source::rubric}));
  const auto no_place = [&] {
    return failure(
        Error::Source::rubric, where,
        fmt::format("found no {} limits of {} for the {} device", curve.knots.size(), item, name_of(device)));
  };
  std::string changed(text);
  std::vector<std::string> steps = steps_to_knots(rubric, item, device);
  if (steps.empty()) return no_place();
  steps.insert(steps.end(), {"", "0"});
  for (std::size_t i = 0; i < curve.knots.size(); ++i) {
    steps[steps.size() - 2] = std::to_string(i);
    const auto place = place_of_value(changed, steps);
    if (!place) return no_place();
    const json written =
        json::parse(std::string_view(changed).substr(place->at, place->length), nullptr, false);
    if (!written.is_number()) return no_place();
    if (written.get<double>() == curve.knots[i].limit) continue;
    changed.replace(place->at, place->length, limit_text(curve.knots[i].limit));
  }
  return changed;
}

}  // namespace gridmark::load
