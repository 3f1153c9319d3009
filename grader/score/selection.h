#pragma once
// The items that one run grades, and the builds and tests that they need.
#include <optional>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/core/rubric.h"

namespace gridmark::score {

/// The items that the user selected. Empty means all.
struct Selection {
  std::vector<std::string> only;  ///< ids of items or criteria
  bool quick = false;  ///< only items that are quick to decide, without counted, timed or long ones
};

/// Ids of the selected items, in the rubric's order.
///
/// errors  usage: an id that is neither an item nor a criterion, or no item left to grade
Result<std::vector<std::string>> asked_items(const Rubric& rubric, Device device, const Selection& selection);

/// The tests for the grader's values of a report's claims: from lab.json, or from the rubric's target for the
/// same measurement. Also, under the name of a plot's data, the test that models it again. Empty if no
/// selected item is about claims or plots.
///
/// errors  lab: a measurement for which neither lab.json nor a target gives a test
Result<ClaimSources> claim_sources(const Lab& lab, const Rubric& rubric, Device device,
                                   const std::vector<std::string>& asked);

/// The builds that the selected items, their needed items and claims are measured with. Always includes
/// `fast`, because without a worker the checker cannot run.
std::vector<Flavour> flavours_needed(const Rubric& rubric, Device device,
                                     const std::vector<std::string>& asked, const ClaimSources& claims = {});

/// GoogleTest's filter for the tests of the selected items and their needed items. "" if they have no tests.
/// Targets of a flavour that is not in `built` are left out, because there is no worker to run them.
std::string test_filter(const Rubric& rubric, Device device, const std::vector<std::string>& asked,
                        const std::vector<Flavour>& built = {Flavour::fast, Flavour::counted},
                        const ClaimSources& claims = {});

/// The selected items and, over any number of steps, the items that they need, in the rubric's order.
std::vector<const Item*> with_needed(const Rubric& rubric, const std::vector<std::string>& asked);

/// How `item` is measured if submissions run on `device`, or null. An item without a target for a real device
/// is counted on the emulated one.
const Target* target_of(const Item& item, Device device);

/// Whether the item is timed on that device.
bool is_timed(const Item& item, Device device);

/// The patterns of the tests that decide `item` on `device`.
std::vector<std::string> patterns_of(const Item& item, Device device);

}  // namespace gridmark::score
