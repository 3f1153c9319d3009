// If a lab can be graded on a device, each item has a target there, and each claim a measurement.
#include <gtest/gtest.h>

#include "grader/load/load_lab.h"
#include "grader/load/load_rubric.h"
#include "grader/score/selection.h"

namespace gridmark {
namespace {

std::vector<std::string> ids_of(const Rubric& rubric) {
  std::vector<std::string> ids;
  for (const Criterion& criterion : rubric.criteria)
    for (const Item& item : criterion.items) ids.push_back(item.id);
  return ids;
}

void is_gradable_on(Device device, const Lab& lab, const Rubric& rubric) {
  const auto sources = score::claim_sources(lab, rubric, device, ids_of(rubric));
  EXPECT_TRUE(sources) << message_of(sources.error());
  for (const Criterion& criterion : rubric.criteria)
    for (const Item& item : criterion.items)
      EXPECT_TRUE(item.targets.empty() || score::target_of(item, device) != nullptr)
          << lab.name << ": " << item.id << " has no target for the " << name_of(device) << " device";
}

TEST(EveryLab, HasTargetsAndClaimsForItsDevices) {
  int labs = 0;
  for (const Result<Lab>& lab : load::list_labs(load::course_folders(GRIDMARK_SOURCE_DIR))) {
    ASSERT_TRUE(lab) << message_of(lab.error());
    const auto rubric = load::load_rubric(lab->rubric, lab->name);
    ASSERT_TRUE(rubric) << message_of(rubric.error());
    const auto devices = lab->devices.empty() ? std::vector{Device::emulated, Device::cuda} : lab->devices;
    for (const Device device : devices) is_gradable_on(device, *lab, *rubric);
    ++labs;
  }
  EXPECT_GE(labs, 6);
}

}  // namespace
}  // namespace gridmark
