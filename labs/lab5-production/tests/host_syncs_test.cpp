// The number of host waits for the device.
#include "labs/lab5-production/tests/training.h"

namespace gridmark::lab5 {
namespace {

/// The number of waits without a copy. The last one is the checker's, after the training.
std::size_t other_waits(const channel::Timeline& timeline) {
  const auto all = std::count_if(timeline.waits.begin(), timeline.waits.end(), [](const auto& wait) {
    return wait.name.find("Synchronize") != std::string::npos;
  });
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, all - 1));
}

/// One rank makes 12 steps, with a report after every 4 steps, and validates twice.
testing::AssertionResult waits_at_most(TrainerRun like, std::uint64_t copies, const std::string& why) {
  like.keeps_timeline = true;
  like.accumulation_steps = 2;
  like.log_interval = 4;
  const Course course = any_course(96);
  const Trained trained = train(like, 1, course, {{Action::epoch}, {Action::validate}, {Action::validate}},
                                {.reports = 3, .epochs = 1});
  if (!trained.answer.verdict) return trained.answer.verdict;
  const TrainerRun& op = trained.first();
  if (op.reports_made.values()[0] != 3)
    return holds(op, false, fmt::format("calls the log {} times in 12 steps, expected 3", op.reports_made.values()[0]));
  for (const Report& one : op.reports.values())
    if (!(one.loss > 0 && one.loss < 100 && one.step > 0 && one.step % 4 == 0 && one.step <= 12 && one.steps == one.step))
      return holds(op, false, "a report has no loss, or another step than 4, 8 and 12");
  const Epoch epoch = op.epochs.values()[0];
  if (epoch.steps != 12 || epoch.skipped != 0 || !(epoch.loss > 0))
    return holds(op, false, fmt::format("makes {} steps and skips {} windows, expected 12 and 0", epoch.steps,
                                        epoch.skipped));
  double mean = 0;
  for (const Report& one : op.reports.values()) mean += one.loss / 3;
  if (std::abs(mean - epoch.loss) > 1e-5 * mean)
    return holds(op, false, fmt::format("the losses of its reports have the mean {:.6g}, and the epoch has {:.6g}", mean,
                                        epoch.loss));
  const auto& reply = *trained.answer.ranks[0].reply;
  const auto& seen = reply.meters.device_to_host;
  if (seen.count > copies)
    return holds(op, false, fmt::format("copies {} times to the host in 12 optimizer steps, expected at most {}: {}. "
                                        "item() and to_vector() copy, and the device has nothing to do meanwhile: add "
                                        "up on the device, and copy when there is something to report",
                                        seen.count, copies, why));
  const std::size_t waits = reply.timeline ? other_waits(*reply.timeline) : 0;
  return holds(op, waits == 0, fmt::format("waits {} times for the device with cudaDeviceSynchronize() or its like: the "
                                           "default stream runs everything in order", waits));
}

TEST(HostSyncs, OneForEachReportAndEachValidation) {
  for (const Low low : {Low::f32, Low::bf16})
    ASSERT_TRUE(waits_at_most({.low = low}, 3 + 2, "one for each of 3 reports and 2 validations"));
}

TEST(HostSyncs, AShortenedGradientNeedsNone) {
  ASSERT_TRUE(waits_at_most({.max_norm = 0.05f}, 3 + 2,
                            "one for each of 3 reports and 2 validations. A kernel can read the gradient's length "
                            "from the device"));
}

TEST(HostSyncs, OneMoreForEachStepInF16) {
  ASSERT_TRUE(waits_at_most({.low = Low::f16, .max_norm = 0.05f}, 3 + 2 + 12,
                            "one for each of 3 reports and 2 validations, and one for each step to learn of Inf"));
}

}  // namespace
}  // namespace gridmark::lab5
