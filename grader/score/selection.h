#pragma once
// Which items one run grades, and what has to be built and run for them.
#include <optional>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/core/rubric.h"

namespace gridmark::score {

/// What the user wants graded; empty means all.
struct Selection {
  std::vector<std::string> only;  ///< ids of items or criteria
  bool quick = false;             ///< only what is right or wrong soon: nothing counted, timed or long
};

/// Ids of the items asked for, in the rubric's order.
///
/// errors  usage: an id that neither an item nor a criterion has; nothing left to grade
Result<std::vector<std::string>> asked_items(const Rubric& rubric, Device device, const Selection& selection);

/// Where the grader's own values of a report's claims are from: as lab.json says, or as the rubric's target
/// for the same measurement has it; and, under the name of a plot's data, the test that models it again.
/// Empty when the asked items have no item about claims or plots.
///
/// errors  lab: a measurement that lab.json gives no test for and no target has
Result<ClaimSources> claim_sources(const Lab& lab, const Rubric& rubric, Device device,
                                   const std::vector<std::string>& asked);

/// The builds that the asked items, those they need and claims are measured with. Always with `fast`: no
/// worker, no checker run.
std::vector<Flavour> flavours_needed(const Rubric& rubric, Device device,
                                     const std::vector<std::string>& asked, const ClaimSources& claims = {});

/// GoogleTest's filter for the tests of the asked items and of those they need; "" where they have none.
/// Targets of a flavour that is not in `built` are left out: there is no worker to run them.
std::string test_filter(const Rubric& rubric, Device device, const std::vector<std::string>& asked,
                        const std::vector<Flavour>& built = {Flavour::fast, Flavour::counted},
                        const ClaimSources& claims = {});

/// The items asked for and, over any number of steps, those they need, in the rubric's order.
std::vector<const Item*> with_needed(const Rubric& rubric, const std::vector<std::string>& asked);

/// How `item` is measured where submissions run on `device`, or null. An item without a target of its own for
/// a real device is counted on the emulated one.
const Target* target_of(const Item& item, Device device);

/// Is it settled on the clock there?
bool is_timed(const Item& item, Device device);

/// The patterns of tests that `item` looks at on `device`.
std::vector<std::string> patterns_of(const Item& item, Device device);

}  // namespace gridmark::score
