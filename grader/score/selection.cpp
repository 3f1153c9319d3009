#include "grader/score/selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/nearest.h"

namespace gridmark::score {
namespace {

bool has(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// Quick items: neither counted nor timed, and not marked as long in the rubric.
bool is_quick(const Item& item, Device device) {
  if (!item.quick) return false;
  if (!item.tests.empty() || item.manual) return true;
  if (item.report) return item.report != WrittenAspect::claims && item.report != WrittenAspect::plots;
  const Target* target = target_of(item, device);
  return target != nullptr && target->flavour == Flavour::fast && !target->paired_timing_seconds;
}

/// An item is only as quick as the items that it needs.
bool quick_enough(const Rubric& rubric, const Item& item, Device device) {
  const std::vector<const Item*> run = with_needed(rubric, {item.id});
  return std::all_of(run.begin(), run.end(), [&](const Item* one) { return is_quick(*one, device); });
}

/// The first unknown id in `only`, as an error.
std::optional<Error> unknown_id(const Rubric& rubric, const std::vector<std::string>& only) {
  std::vector<std::string> ids;
  for (const Item* item : items_of(rubric)) ids.push_back(item->id);
  for (const Criterion& criterion : rubric.criteria) ids.push_back(criterion.id);
  for (const std::string& id : only)
    if (!has(ids, id))
      return Error{
          Error::Source::usage, "--only",
          fmt::format("found \"{}\", expected the id of an item or criterion{}", id, suggestion(id, ids))};
  return std::nullopt;
}

/// Whether one of the items that run is about this aspect of the report.
bool looks_at(const Rubric& rubric, const std::vector<std::string>& asked, WrittenAspect aspect) {
  const std::vector<const Item*> wanted = with_needed(rubric, asked);
  return std::any_of(wanted.begin(), wanted.end(), [&](const Item* item) { return item->report == aspect; });
}

/// Only the emulated device counts, so its counts are valid for every device.
const Target* counted_target(const Item& item) {
  const auto emulated = item.targets.find(Device::emulated);
  const bool counts = emulated != item.targets.end() && emulated->second.flavour == Flavour::counted;
  return counts ? &emulated->second : nullptr;
}

}  // namespace

Result<std::vector<std::string>> asked_items(const Rubric& rubric, Device device,
                                             const Selection& selection) {
  if (auto error = unknown_id(rubric, selection.only)) return tl::unexpected<Error>(*std::move(error));
  const auto& only = selection.only;
  std::vector<std::string> asked;
  for (const Criterion& criterion : rubric.criteria)
    for (const Item& item : criterion.items) {
      const bool named = only.empty() || has(only, item.id) || has(only, criterion.id);
      if (named && (!selection.quick || quick_enough(rubric, item, device))) asked.push_back(item.id);
    }
  if (!asked.empty()) return asked;
  return failure(
      Error::Source::usage, "--quick",
      "leaves nothing to grade: every requested item is counted, timed or long, or needs such an item");
}

std::vector<const Item*> with_needed(const Rubric& rubric, const std::vector<std::string>& asked) {
  std::set<std::string> wanted(asked.begin(), asked.end());
  const std::vector<const Item*> all = items_of(rubric);
  // Each round follows the needs one step further. Without circles it ends.
  for (std::size_t before = 0; before != wanted.size();) {
    before = wanted.size();
    for (const Item* item : all)
      if (wanted.contains(item->id)) wanted.insert(item->needs.begin(), item->needs.end());
  }
  std::vector<const Item*> items;
  std::copy_if(all.begin(), all.end(), std::back_inserter(items),
               [&](const Item* item) { return wanted.contains(item->id); });
  return items;
}

const Target* target_of(const Item& item, Device device) {
  if (const auto target = item.targets.find(device); target != item.targets.end()) return &target->second;
  return counted_target(item);
}

bool is_timed(const Item& item, Device device) {
  const Target* target = target_of(item, device);
  return target != nullptr && target->paired_timing_seconds.has_value();
}

std::vector<std::string> patterns_of(const Item& item, Device device) {
  if (const Target* target = target_of(item, device)) return {target->from};
  return item.tests;
}

Result<ClaimSources> claim_sources(const Lab& lab, const Rubric& rubric, Device device,
                                   const std::vector<std::string>& asked) {
  ClaimSources sources;
  if (!lab.report) return sources;
  // A claim may depend on a plot's data, so the data matters for both.
  const bool claims = looks_at(rubric, asked, WrittenAspect::claims);
  for (const RequiredPlot& plot : lab.report->plots)
    if (!plot.modelled.from.empty() && (claims || looks_at(rubric, asked, WrittenAspect::plots)))
      sources[plot.data] = {plot.modelled.from, Flavour::counted};
  if (!claims) return sources;
  std::map<std::string, const Target*> targets;
  for (const Item* item : items_of(rubric))
    for (const Target* target : {target_of(*item, device), counted_target(*item)})
      if (target != nullptr) targets.emplace(target->measurement, target);
  std::vector<std::string> there;
  for (const auto& [measurement, target] : targets) there.push_back(measurement);
  for (std::size_t i = 0; i < lab.report->claims.size(); ++i) {
    const RequiredClaim& claim = lab.report->claims[i];
    if (claim.measurement.empty()) continue;
    const auto target = targets.find(claim.measurement);
    if (claim.from.empty() && target == targets.end())
      return failure(
          Error::Source::lab,
          fmt::format("{}: /report/claims/{}/measurement", (lab.folder / "lab.json").string(), i),
          fmt::format("found \"{}\", expected the measurement of a target of the rubric, or \"from\" next to "
                      "it{}",
                      claim.measurement, suggestion(claim.measurement, there)));
    sources[claim.id] = claim.from.empty() ? MeasurementSource{target->second->from, target->second->flavour}
                                           : MeasurementSource{claim.from, claim.flavour};
  }
  return sources;
}

std::vector<Flavour> flavours_needed(const Rubric& rubric, Device device,
                                     const std::vector<std::string>& asked, const ClaimSources& claims) {
  std::set<Flavour> flavours{Flavour::fast};
  for (const Item* item : with_needed(rubric, asked))
    if (const Target* target = target_of(*item, device)) flavours.insert(target->flavour);
  for (const auto& [id, source] : claims) flavours.insert(source.flavour);
  return {flavours.begin(), flavours.end()};
}

std::string test_filter(const Rubric& rubric, Device device, const std::vector<std::string>& asked,
                        const std::vector<Flavour>& built, const ClaimSources& claims) {
  std::vector<std::string> patterns;
  const auto is_built = [&](Flavour flavour) {
    return std::find(built.begin(), built.end(), flavour) != built.end();
  };
  for (const Item* item : with_needed(rubric, asked)) {
    const Target* target = target_of(*item, device);
    if (target != nullptr && !is_built(target->flavour)) continue;
    for (const std::string& pattern : patterns_of(*item, device))
      if (!has(patterns, pattern)) patterns.push_back(pattern);
  }
  for (const auto& [id, source] : claims)
    if (is_built(source.flavour) && !has(patterns, source.from)) patterns.push_back(source.from);
  return fmt::format("{}", fmt::join(patterns, ":"));
}

}  // namespace gridmark::score
