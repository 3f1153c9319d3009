// The memory profile of a training step, and attempts to allocate too much. The handout names these networks
// and sizes.
#include "labs/lab1-gpu-basics/tests/memory_ask.h"

namespace gridmark::lab1 {
namespace {

/// For the report: the samples next to the values from the network's sizes.
void plot_stages(const ProfileMemory& op) {
  if (op.facts.values().empty()) return;  // the worker did not reply
  const std::vector<ExpectedStage> stages = TrainingMemory(op).stages();
  channel::PlotSeries expected{.name = "expected", .provenance = Provenance::modelled};
  channel::PlotSeries samples{.name = "your samples", .provenance = Provenance::claimed};
  const std::string word(name_of(op.precision));
  std::string title = "Device memory in a training step, " + word;
  for (std::size_t i = 0; i < stages.size() && i < facts_of(op).samples; ++i) {
    const double at = static_cast<double>(i + 1);
    expected.at.push_back(at);
    expected.values.push_back(static_cast<double>(facts_of(op).before + stages[i].bytes));
    samples.at.push_back(at);
    samples.values.push_back(static_cast<double>(op.samples.values()[i].bytes));
    title += fmt::format("{} {} {}", i == 0 ? ":" : ",", i + 1, stages[i].stage);
  }
  channel::record(channel::Plot{.name = "training.memory_" + word,
                          .title = title,
                          .x = {.label = "sample"},
                          .y = {.label = "allocated", .unit = "bytes"},
                          .series = {expected, samples}});
}

TEST(MemoryStagesFp32, OfTheClassifierWithAdam) {
  ProfileMemory op = profile_call({784, 128, 10}, Precision::f32, Rule::adam);
  EXPECT_TRUE(samples_are_right(op));
  plot_stages(op);
}

// With 4096 bytes on the device that belong to other code.
TEST(MemoryStagesFp16, OfTheClassifierWithAdam) {
  ProfileMemory op = profile_call({784, 128, 10}, Precision::f16, Rule::adam, 4096);
  EXPECT_TRUE(samples_are_right(op));
  plot_stages(op);
}

TEST(MemoryLog, OfTheClassifierIsWhatTheSamplesSay) {
  EXPECT_TRUE(samples_are_those_of_the_log(profile_call({784, 128, 10}, Precision::f32, Rule::adam)));
}

TEST(OutOfMemory, ASmallAllocationSucceeds) { EXPECT_TRUE(survived(0, 0, true)); }

// A fixed size would fit on a larger device. 1.25 times all of its memory fits on none.
TEST(OutOfMemory, MoreThanTheDeviceHasIsSurvived) { EXPECT_TRUE(survived(1.25, 0, false)); }

}  // namespace
}  // namespace gridmark::lab1
