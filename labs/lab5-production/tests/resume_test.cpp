// Trainings that continue. Every step must equal that of a training without a break, to the last bit.
#include <cstring>

#include "labs/lab5-production/tests/checkpoints.h"

namespace gridmark::lab5 {
namespace {

template <class T>
bool same(const T& one, const T& other) {
  return std::memcmp(&one, &other, sizeof one) == 0;
}

/// Sizes of a run from window `begin` to window `end`, counted over all epochs. Skipped windows do not count.
Sizes sizes_of(std::size_t begin, std::size_t end) {
  const std::size_t first = begin / saved_windows, last = (end - 1) / saved_windows;
  const std::size_t missing = begin % saved_windows * 8;
  return {.steps = end - begin,
          .samples = (last - first + 1) * saved_share - missing,
          .passes = end * 2 - begin * 2};
}

/// The first difference between a run from window `begin` on and the run without a break, or "".
std::string difference(const TrainerRun& op, const TrainerRun& whole, std::size_t begin) {
  const std::size_t size = parameters_of(op.net);
  for (std::size_t i = 0; i < op.order.size(); ++i)
    if (op.order.values()[i] != whole.order.values()[whole.order.size() - op.order.size() + i])
      return fmt::format("sample {} of rank {} after the load is another one: save the epoch and the position in it, and "
                         "ask the BatchSource for the rest of the order", i, op.rank);
  for (std::size_t i = 0; i < op.rates_used.size(); ++i)
    if (op.rates_used.values()[i] != whole.rates_used.values()[begin + i])
      return fmt::format("step {} after the load has the rate {:.7g}, and had {:.7g}: the schedule goes on with steps()",
                         i, op.rates_used.values()[i], whole.rates_used.values()[begin + i]);
  for (std::size_t i = 0; i < op.passes.size(); ++i) {
    const Pass now = op.passes.values()[i], then = whole.passes.values()[whole.passes.size() - op.passes.size() + i];
    if (same(now, then)) continue;
    const double factor = now.largest_gradient / then.largest_gradient;
    const bool is_scale = std::abs(std::log2(factor) - std::round(std::log2(factor))) < 0.02 && std::abs(factor - 1) > 0.2;
    return fmt::format("forward pass {} of rank {} after the load differs from that of the training without a break: the "
                       "largest gradient of its scores is {:.6g}, and was {:.6g}{}", i, op.rank, now.largest_gradient,
                       then.largest_gradient,
                       is_scale ? ". A power of 2 lies between them: save scale() and clean_steps() of the scaler"
                       : i < 2  ? ". Dropout draws from the generator of each rank, and BatchNorm has buffers"
                                : "");
  }
  const auto gradients = first_difference(op.gradients.values(), whole.gradients.values().subspan(begin * size));
  if (gradients >= 0)
    return fmt::format("the gradients of step {} after the load are others on rank {}",
                       static_cast<std::size_t>(gradients) / size, op.rank);
  return "";
}

std::string difference_at_end(const TrainerRun& op, const TrainerRun& whole) {
  const Standing now = op.standing.values()[0], then = whole.standing.values()[0];
  const auto differs = [&](const char* name, auto value, auto expected, const char* advice) {
    return fmt::format("{} is {} on rank {} at the end, and {} without a break: {}", name, value, op.rank, expected, advice);
  };
  if (now.steps != then.steps)
    return differs("the optimizer's steps()", now.steps, then.steps, "restore it with set_steps()");
  if (now.seed != then.seed || now.drawn != then.drawn)
    return differs("the position of the generator", now.drawn, then.drawn, "each rank has its own seed and position");
  if (now.best != then.best)
    return differs("best_validation()", now.best, then.best, "it belongs to the checkpoint");
  if (now.rate != then.rate) return differs("the optimizer's rate()", now.rate, then.rate, "restore it with set_rate()");
  const auto at = first_difference(op.tensors.values(), whole.tensors.values());
  if (at < 0) return "";
  const auto i = static_cast<std::size_t>(at), parameters = parameters_of(op.net);
  return fmt::format("a {} on rank {} is another one at the end",
                     i < parameters                    ? "parameter"
                     : i < parameters + 2 * net_hidden ? "buffer"
                                                       : "moment of the optimizer",
                     op.rank);
}

/// Epochs and reports after the load must equal those of the training without a break.
std::string difference_in_log(const TrainerRun& op, const TrainerRun& whole) {
  for (std::size_t i = 0; op.rank == 0 && i < op.reports.size(); ++i) {
    Report now = op.reports.values()[op.reports.size() - 1 - i], then = whole.reports.values()[whole.reports.size() - 1 - i];
    if (!(now.samples_per_second > 0)) return fmt::format("samples_per_second is {}", now.samples_per_second);
    now.samples_per_second = then.samples_per_second = 0;
    if (!same(now, then))
      return fmt::format("the report of step {} has the loss {:.9g} and the accuracy {:.9g}, and {:.9g} and {:.9g} at step "
                         "{} without a break: rows since the last report belong to the checkpoint",
                         now.step, now.loss, now.accuracy, then.loss, then.accuracy, then.step);
  }
  for (std::size_t i = 0; i < op.epochs.size(); ++i) {
    const Epoch now = op.epochs.values()[op.epochs.size() - 1 - i], then = whole.epochs.values()[whole.epochs.size() - 1 - i];
    if (!same(now, then))
      return fmt::format("the log of an epoch has the loss {:.9g} and {} steps on rank {}, and {:.9g} and {} without a "
                         "break: its figures belong to the checkpoint", now.loss, now.steps, op.rank, then.loss, then.steps);
  }
  return "";
}

testing::AssertionResult goes_on(const Trained& run, const Trained& whole, std::size_t begin) {
  if (!run.answer.verdict) return run.answer.verdict;
  for (std::size_t rank = 0; rank < run.ops.size(); ++rank) {
    const TrainerRun &op = run.ops[rank], &all = whole.ops[rank];
    for (const std::string& words : {difference(op, all, begin), difference_in_log(op, all), difference_at_end(op, all)})
      if (!words.empty()) return holds(op, false, words);
  }
  return testing::AssertionSuccess();
}

constexpr std::size_t all_steps = 4 * saved_windows;

/// The number of a training's reports after its step `begin`.
std::size_t reports_after(std::size_t begin) {
  std::size_t count = 0;
  for (std::size_t step = begin + 1; step <= all_steps; ++step) count += step % 2 == 0 || step % saved_windows == 0;
  return count;
}

/// Runs from step `begin` to the end of the training in new processes: `before`, the rest of the current
/// epoch, the remaining epochs, and a validation after each.
Trained run_epochs(const Course& course, int world, const Plan& before, std::size_t begin, disk::JournalDisk& disk) {
  channel::end_workers();
  Plan plan = before;
  Sizes sizes = sizes_of(begin, all_steps);
  for (std::size_t epoch = begin / saved_windows; epoch < 4; ++epoch) {
    plan.insert(plan.end(), {{Action::epoch}, {Action::validate}});
    ++sizes.epochs, ++sizes.validations;
    sizes.passes += 3;
  }
  sizes.loads = before.size();
  sizes.reports = reports_after(begin);
  return train(saved_training(), world, course, plan, sizes, disk);
}

TEST(Resume, EveryRankIsBackToTheLastBit) {
  for (const int world : {1, 2, 3}) {
    const Course course = saved_course(world);
    disk::JournalDisk disk;
    const Trained saved = train(saved_training(), world, course,
                                {{Action::epoch}, {Action::validate}, {Action::steps, 2}, {Action::save}},
                                {.steps = 5, .validations = 1}, disk);
    ASSERT_TRUE(is_training(saved, course));
    channel::end_workers();  // a new process does not remember the save
    const Trained loaded = train(saved_training(), world, course, {{Action::load}}, {.loads = 1}, disk);
    ASSERT_TRUE(loaded.answer.verdict);
    for (std::size_t rank = 0; rank < loaded.ops.size(); ++rank) {
      const TrainerRun& op = loaded.ops[rank];
      ASSERT_TRUE(holds(op, op.loaded.values()[0] == 1,
                        fmt::format("load_checkpoint() returned false on rank {}, although the checkpoint is complete", op.rank)));
      const std::string words = difference_at_end(op, saved.ops[rank]);
      ASSERT_TRUE(holds(op, words.empty(), words));
    }
  }
}

TEST(Resume, GoesOnInTheMiddleOfAnEpoch) {
  for (const int world : {1, 2, 3}) {
    const Course course = saved_course(world);
    disk::JournalDisk unused, disk;
    const Trained whole = run_epochs(course, world, {}, 0, unused);
    ASSERT_TRUE(is_training(whole, course));
    const Plan first{{Action::epoch}, {Action::validate}, {Action::steps, 2}, {Action::save}};
    ASSERT_TRUE(train(saved_training(), world, course, first, {}, disk).answer.verdict);
    const Trained second = run_epochs(course, world, {{Action::load}}, 5, disk);
    ASSERT_TRUE(second.answer.verdict);
    ASSERT_TRUE(holds(second.first(), second.first().loaded.values()[0] == 1, "load_checkpoint() returned false"));
    ASSERT_TRUE(goes_on(second, whole, 5));
  }
}

/// Runs all steps, with a checkpoint after every two. Starts from the checkpoint on the disk if there is one.
Trained run_steps(const Course& course, int world, disk::JournalDisk& disk, const Sizes& sizes,
                  std::optional<router::After> kill = {}) {
  TrainerRun like = saved_training();
  like.save_interval = 2;
  return train(like, world, course, {{Action::load}, {Action::until, all_steps}}, sizes, disk, kill);
}

Sizes sizes_from(std::size_t begin) {
  Sizes sizes = sizes_of(begin, all_steps);
  sizes.loads = 1;
  sizes.reports = reports_after(begin);
  return sizes;
}

/// Ends rank 0 at a random request to the disk, and lets the training continue.
testing::AssertionResult survives(const Course& course, const Trained& whole, std::size_t requests) {
  const int world = whole.first().world;
  disk::JournalDisk disk;
  const auto request = static_cast<std::uint64_t>(any_between(1, static_cast<int>(requests)));
  if (const auto killed = run_steps(course, world, disk, {}, router::After{0, request}); !killed.answer.verdict)
    return killed.answer.verdict;
  disk::JournalDisk copy(disk.contents());
  const Trained found = train(saved_training(), world, course, {{Action::load}}, {.loads = 1}, copy);
  if (!found.answer.verdict) return found.answer.verdict;
  const auto begin = static_cast<std::size_t>(found.first().standing.values()[0].steps);
  const int loaded = begin > 0 ? 1 : 0;
  if (begin % 2 != 0 || begin > all_steps || found.first().loaded.values()[0] != loaded)
    return holds(found.first(), false,
                 fmt::format("stands at step {} after the load, where no checkpoint was saved", begin));
  if (begin == all_steps) return testing::AssertionSuccess();
  const Trained second = run_steps(course, world, disk, sizes_from(begin));
  if (!second.answer.verdict) return second.answer.verdict;
  if (second.first().loaded.values()[0] != loaded)
    return holds(second.first(), false, "load_checkpoint() does not return the same twice");
  return goes_on(second, whole, begin);
}

TEST(Resume, AfterADeathAtAnyRequestToTheDisk) {
  for (const auto& [world, deaths] : {std::pair{1, 12}, {2, 8}}) {
    const Course course = saved_course(world);
    disk::JournalDisk dry;
    const Trained whole = run_steps(course, world, dry, sizes_from(0));
    ASSERT_TRUE(is_training(whole, course));
    const auto requests = std::count_if(dry.journal().operations.begin(), dry.journal().operations.end(),
                                        [](const disk::Operation& one) { return one.client == 0; });
    ASSERT_TRUE(holds(whole.first(), requests > 12 && whole.first().loaded.values()[0] == 0,
                      fmt::format("makes {} requests to the disk, expected a checkpoint after each {} of {} steps",
                                  requests, 2, all_steps)));
    for (int i = 0; i < deaths; ++i) ASSERT_TRUE(survives(course, whole, static_cast<std::size_t>(requests)));
  }
}

TEST(Resume, ASaveChangesNothing) {
  const Course course = saved_course(2);
  TrainerRun like = saved_training();
  Sizes sizes = sizes_from(0);
  sizes.loads = sizes.reports = 0;  // their reports are not compared
  const Plan plan{{Action::until, all_steps}};
  const Trained whole = train(like, 2, course, plan, sizes);
  ASSERT_TRUE(is_training(whole, course));
  like.save_interval = 1;
  disk::JournalDisk disk;
  const Trained saved = train(like, 2, course, plan, sizes, disk);
  ASSERT_TRUE(saved.answer.verdict);
  ASSERT_TRUE(holds(saved.first(), !disk.contents().empty(), "leaves no file on the disk after save_interval steps"));
  for (std::size_t rank = 0; rank < 2; ++rank) {
    const std::string words = difference(saved.ops[rank], whole.ops[rank], 0);
    ASSERT_TRUE(holds(saved.ops[rank], words.empty(), "a checkpoint after each step changes the training: " + words));
  }
}

}  // namespace
}  // namespace gridmark::lab5
