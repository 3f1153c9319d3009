// Ranks, half precision, accumulation, reports and validation together.
#include <cmath>

#include "labs/lab5-production/tests/training.h"

namespace gridmark::lab5 {
namespace {

TEST(Features, WindowsOfAllRanksTrainAsOneBatch) {
  for (const int world : {1, 2, 3}) {
    const auto rows = static_cast<std::size_t>(world * 19 + world - 1);  // windows of 8, then 2 + 1
    const Course course = any_course(rows);
    const TrainerRun like{.micro_batch = 2, .accumulation_steps = 4};
    ASSERT_TRUE(trains_as_one_batch(train_epochs(like, world, course, 2), course, 2));
  }
}

TEST(Features, HalfPrecisionTrainsAlike) {
  channel::tolerates(channel::WrongReply::half, "gradients in f16 are no more exact by contract");
  for (const Low low : {Low::f16, Low::bf16}) {
    const Course course = any_course(44);
    ASSERT_TRUE(trains_as_one_batch(train_epochs({.accumulation_steps = 2, .low = low}, 2, course, 1), course, 1));
  }
}

/// Runs a training of one epoch, and notes its passes.
Trained with_passes(TrainerRun like, const Course& course) {
  like.looks_at_passes = true;
  like.world = 1;
  const Windows windows(like, course.labels.size());
  return train(like, 1, course, {{Action::epoch}}, {.steps = windows.count(), .epochs = 1, .samples = windows.share,
                                                    .passes = windows.micro_batches()});
}

TEST(Features, ProductsAreOfTheLowType) {
  for (const Low low : {Low::f16, Low::bf16, Low::f32}) {
    const Course course = any_course(16);
    const Trained trained = with_passes({.low = low}, course);
    ASSERT_TRUE(trained.answer.verdict);
    const TrainerRun& op = trained.first();
    ASSERT_TRUE(holds(op, op.passes_made.values()[0] == 4,
                      fmt::format("makes {} forward passes for 4 micro-batches", op.passes_made.values()[0])));
    ASSERT_TRUE(holds(op, is_new(op.passes.values()), "has forward passes of another training"));
    for (const Pass& pass : op.passes.values()) {
      ASSERT_TRUE(holds(op, pass.is_low == 1, fmt::format("a linear layer gives a result of another type than {}: set a "
                                                          "CastScope around each forward pass", name_of(low))));
      ASSERT_TRUE(holds(op, pass.all_f32 == 1, "a parameter is not f32 any more: a CastScope converts the operands of an operation, "
                                               "so no parameter changes its type"));
      ASSERT_TRUE(holds(op, pass.trains == 1 && pass.has_graph == 1, "a forward pass of the training has no graph, or "
                                                                     "the module is not in the mode of training"));
    }
  }
}

/// The largest gradient of the scores in pass `number` of the first epoch, in double precision and without
/// scale, if the parameters have their initial values.
double largest_gradient(const TrainerRun& op, const Course& course, std::size_t number) {
  const std::vector<double> parameters(course.parameters.begin(), course.parameters.end());
  const oracle::DenseLayer last = layers().back();
  const auto rows = static_cast<std::size_t>(op.micro_batch);
  double largest = 0;
  for (std::size_t i = number * rows; i < (number + 1) * rows; ++i) {
    const auto row = static_cast<std::size_t>(op.order.values()[i]);
    const double weight = 1.0 / static_cast<double>(op.micro_batch * op.accumulation_steps);
    const Mean one = mean_over(course.x, course.labels, parameters, {{row, weight}});
    for (std::size_t at = last.bias(); at < last.end(); ++at)  // its gradient is that of the row's scores
      largest = std::max(largest, std::abs(one.gradient.values[at]));
  }
  return largest;
}

TEST(Features, TheLossIsScaledInF16Alone) {
  for (const Low low : {Low::f16, Low::bf16, Low::f32}) {
    const Course course = any_course(16);
    const Trained trained = with_passes({.accumulation_steps = 2, .low = low}, course);
    ASSERT_TRUE(trained.answer.verdict && shares_out(trained, 16));
    const TrainerRun& op = trained.first();
    for (const Pass& pass : op.passes.values())
      ASSERT_TRUE(holds(op, pass.trains == 1 && pass.largest_gradient > 0, "a forward pass gets no gradient"));
    const double scale = low == Low::f16 ? op.first_scale : 1;
    const double got = op.passes.values()[0].largest_gradient, expected = scale * largest_gradient(op, course, 0);
    const double limit = low == Low::bf16 ? 0.05 : 0.01;
    ASSERT_TRUE(holds(op, std::abs(got - expected) <= limit * expected,
                      fmt::format("the largest gradient of the scores is {:.3g} in the first backward pass, expected "
                                  "{:.3g}: the loss, its share in the window, and the scale {}", got, expected, scale)));
  }
}

TEST(Features, LongGradientsAreShortenedOnce) {
  for (const Low low : {Low::f32, Low::f16})
    for (const float max_norm : {0.05f, 1e3f}) {
      const Course course = any_course(32);
      const TrainerRun like{.accumulation_steps = 2, .low = low, .max_norm = max_norm};
      ASSERT_TRUE(trains_as_one_batch(train_epochs(like, 2, course, 1), course, 1));
    }
}

/// Puts a value that is infinite in f16 into a sample. Rank 0 or another rank receives it in a window of the
/// first epoch.
Course with_infinite_row(Course course, const Trained& like_it, int rank, std::size_t window) {
  const TrainerRun& op = like_it.ops[static_cast<std::size_t>(rank)];
  const std::size_t at = window * Windows(op, course.labels.size()).size + 1;
  course.x[static_cast<std::size_t>(op.order.values()[at]) * net_inputs + 3] = 1e30f;
  return course;
}

TEST(Features, InfinityOnOneRankSkipsTheStepOnAll) {
  channel::tolerates(channel::WrongReply::half, "gradients in f16 are no more exact by contract");
  for (const int world : {1, 2, 3}) {
    const TrainerRun like{.accumulation_steps = 2, .low = Low::f16, .log_interval = 100};
    const Course plain = any_course(static_cast<std::size_t>(32 * world));
    const Trained ordinary = train_epochs(like, world, plain, 1);
    ASSERT_TRUE(ordinary.answer.verdict && shares_out(ordinary, plain.labels.size()));
    const Course course = with_infinite_row(plain, ordinary, world - 1, 1);
    const Trained trained = train_epochs(like, world, course, 1, 1);
    ASSERT_TRUE(trains_as_one_batch(trained, course, 1, {1}));
    for (const TrainerRun& op : trained.ops) {
      const Epoch epoch = op.epochs.values()[0];
      ASSERT_TRUE(holds(op, epoch.steps == 3 && epoch.skipped == 1,
                        fmt::format("the log of the epoch has {} steps and {} skipped windows on rank {}, expected 3 "
                                    "and 1", epoch.steps, epoch.skipped, op.rank)));
      ASSERT_TRUE(holds(op, op.standing.values()[0].steps == 3,
                        fmt::format("the optimizer has counted {} steps on rank {}, expected 3: a skipped window is "
                                    "none", op.standing.values()[0].steps, op.rank)));
    }
  }
}

TEST(Features, TheScaleFallsUntilGradientsFitAndRisesAgain) {
  const Course course = any_course(48);
  // The rate is so small that the parameters stay unchanged.
  const TrainerRun like{.looks_at_passes = true, .low = Low::f16, .first_scale = std::ldexp(1.0f, 22),
                        .growth_interval = 3, .peak = 1e-12, .floor = 1e-12};
  const Trained trained = train(like, 1, course, {{Action::epoch}}, {.epochs = 1, .samples = 48, .passes = 12});
  ASSERT_TRUE(trained.answer.verdict && shares_out(trained, 48));
  const TrainerRun& op = trained.first();
  ASSERT_TRUE(holds(op, op.passes_made.values()[0] == 12, "makes another number of forward passes than micro-batches"));
  double scale = like.first_scale;
  int clean = 0, skipped = 0;
  for (std::size_t i = 0; i < 12; ++i) {
    const double got = op.passes.values()[i].largest_gradient, expected = scale * largest_gradient(op, course, i);
    const bool is_right = expected > 60000 ? !(got <= 50000) : std::abs(got - expected) <= 0.05 * expected;
    ASSERT_TRUE(holds(op, is_right,
                      fmt::format("the largest gradient of the scores is {:.3g} in window {}, expected {:.3g}: the scale "
                                  "should be {} after {} skipped windows", got, i, expected, scale, skipped)));
    // The scores' gradients may fit into f16 although a sum over the rows does not. The next pass shows this.
    const bool is_last = i == 11;
    const double next = is_last ? 0 : op.passes.values()[i + 1].largest_gradient / largest_gradient(op, course, i + 1);
    const bool skips = !std::isfinite(got) ? true : is_last ? op.epochs.values()[0].skipped > skipped : !(next > 0.7 * scale);
    clean = skips ? 0 : clean + 1;
    skipped += skips;
    if (skips) scale /= 2;
    if (clean < like.growth_interval) continue;
    scale *= 2;
    clean = 0;
  }
  const Epoch epoch = op.epochs.values()[0];
  ASSERT_TRUE(holds(op, skipped > 3 && skipped < 12 && epoch.skipped == skipped && epoch.steps == 12 - skipped,
                    fmt::format("makes {} steps and skips {} of 12 windows by its log, expected {} and {}: a scale of "
                                "2^22 gives gradients with Inf in f16", epoch.steps, epoch.skipped, 12 - skipped,
                                skipped)));
}

struct Expected {
  double loss = 0, surely = 0, perhaps = 0, rows = 0;
  void add(const Mean& mean, double more) {
    loss += mean.gradient.loss * more;
    surely += mean.surely_correct;
    perhaps += mean.perhaps_correct;
    rows += more;
  }
  bool has(double got_loss, double got_accuracy) const {
    return std::abs(got_loss * rows - loss) <= 1e-4 * loss && got_accuracy * rows >= surely - 1e-3 &&
           got_accuracy * rows <= perhaps + 1e-3;
  }
  std::string words() const {
    return fmt::format("{:.6g} and {:.4g}", loss / rows, perhaps / rows);
  }
};

TEST(Features, ReportsAndEpochsHaveTheMeansOverAllRanks) {
  for (const int world : {1, 3}) {
    const Course course = any_course(static_cast<std::size_t>(39 * world));
    const TrainerRun like{.accumulation_steps = 2, .peak = 0.25, .log_interval = 2};
    // Windows of 8 rows, 5 in an epoch. Reports follow steps 2, 4, 5, 6, 8 and 10.
    constexpr std::int64_t steps[] = {2, 4, 5, 6, 8, 10};
    disk::JournalDisk unused;
    TrainerRun sized = like;
    sized.world = world;
    // Only rank 0 reports. The entries of other ranks must stay unchanged.
    const Trained trained = train(sized, world, course, {{Action::epoch}, {Action::epoch}},
                                  {.steps = 10, .reports = 6, .epochs = 2, .samples = 78});
    ASSERT_TRUE(trained.answer.verdict && shares_out(trained, course.labels.size()));
    Reference reference(trained, course);
    const TrainerRun& op = trained.first();
    for (const TrainerRun& one : trained.ops)
      ASSERT_TRUE(holds(one, one.reports_made.values()[0] == (one.rank == 0 ? 6 : 0),
                        fmt::format("calls the log {} times on rank {}, expected {}: only rank 0, after each {} "
                                    "optimizer steps and at the end of an epoch between them",
                                    one.reports_made.values()[0], one.rank, one.rank == 0 ? 6 : 0, like.log_interval)));
    Expected since, epoch;
    for (std::size_t window = 0, report = 0; window < 10; ++window) {
      const auto rows = static_cast<double>(reference.rows_of(window / 5, window % 5).size());
      const Mean mean = reference.mean(window / 5, window % 5);
      since.add(mean, rows);
      epoch.add(mean, rows);
      reference.step(mean.gradient.values, like.peak);
      if (report < 6 && steps[report] == static_cast<std::int64_t>(window) + 1) {
        const Report got = op.reports.values()[report++];
        ASSERT_TRUE(holds(op, got.step == steps[report - 1] && got.steps == got.step,
                          fmt::format("report {} is of step {}, and its metrics have {} steps, expected {}", report,
                                      got.step, got.steps, steps[report - 1])));
        ASSERT_TRUE(holds(op, since.has(got.loss, got.accuracy),
                          fmt::format("loss and accuracy at step {} are {:.6g} and {:.4g}, expected {}: the means over "
                                      "the rows of all ranks since the last report",
                                      got.step, got.loss, got.accuracy, since.words())));
        ASSERT_TRUE(holds(op, std::abs(got.rate - like.peak) < 1e-7,
                          fmt::format("learning_rate at step {} is {}, expected {}", got.step, got.rate, like.peak)));
        const double batches = std::ceil(since.rows / world / static_cast<double>(like.micro_batch));
        ASSERT_TRUE(holds(op, std::abs(got.samples_per_second - since.rows / batches * 4) < 1e-6 * since.rows,
                          fmt::format("samples_per_second at step {} is {:.6g}, expected {:.6g}: {} rows of all ranks "
                                      "in {} s of the clock since the last report",
                                      got.step, got.samples_per_second, since.rows / batches * 4, since.rows,
                                      batches / 4)));
        since = {};
      }
      if (window % 5 != 4) continue;
      for (const TrainerRun& one : trained.ops) {
        const Epoch got = one.epochs.values()[window / 5];
        ASSERT_TRUE(holds(one, epoch.has(got.loss, got.accuracy) && got.steps == 5 && got.skipped == 0,
                          fmt::format("the log of epoch {} has loss and accuracy {:.6g} and {:.4g}, {} steps and {} "
                                      "skipped windows on rank {}, expected {}, 5 and 0",
                                      window / 5, got.loss, got.accuracy, got.steps, got.skipped, one.rank,
                                      epoch.words())));
      }
      epoch = {};
    }
  }
}

TEST(Features, AValidationIsTheMeanOverItsImages) {
  for (const int world : {1, 2}) {
    const Course course = any_course(static_cast<std::size_t>(8 * world));
    const Trained trained = train({}, world, course, {{Action::validate}, {Action::epoch}, {Action::validate}},
                                  {.steps = 2, .epochs = 1, .validations = 2, .samples = 8});
    ASSERT_TRUE(trains_as_one_batch(trained, course, 1));
    std::vector<std::pair<std::size_t, double>> rows;
    for (std::size_t i = 0; i < course.validation_labels.size(); ++i)
      rows.emplace_back(i, 1.0 / static_cast<double>(course.validation_labels.size()));
    const std::vector<double> start(course.parameters.begin(), course.parameters.end());
    const auto end = trained.first().tensors.values();
    double best = INFINITY;
    for (std::size_t i = 0; i < 2; ++i) {
      const std::vector<double> parameters = i == 0 ? start : std::vector<double>(end.begin(), end.end());
      const double loss = mean_over(course.validation_x, course.validation_labels, parameters, rows).gradient.loss;
      best = std::min(best, loss);
      for (const TrainerRun& op : trained.ops) {
        const Validation got = op.validations.values()[i];
        ASSERT_TRUE(holds(op, std::abs(got.loss - loss) <= 1e-5 * loss,
                          fmt::format("validate() gives {:.6g} on rank {}, expected {:.6g}: the mean over its 10 images, "
                                      "the last 2 of which are a micro-batch, too", got.loss, op.rank, loss)));
        ASSERT_TRUE(holds(op, std::abs(got.best - best) <= 1e-5 * best,
                          fmt::format("best_validation() is {:.6g} on rank {}, expected {:.6g}", got.best, op.rank, best)));
      }
    }
  }
}

TEST(Features, AValidationLeavesNothingBehind) {
  const Course course = any_course(16, Net::everything);
  TrainerRun like{.net = Net::everything, .looks_at_passes = true, .low = Low::f16};
  const Trained trained = train(like, 1, course, {{Action::validate}, {Action::epoch}, {Action::validate},
                                                  {Action::validate}, {Action::epoch}},
                                {.validations = 3, .passes = 3 * 3 + 2 * 4});
  ASSERT_TRUE(trained.answer.verdict);
  const TrainerRun& op = trained.first();
  ASSERT_TRUE(holds(op, op.passes_made.values()[0] == 17,
                    fmt::format("makes {} forward passes, expected 3 in each of 3 validations and 4 in each of 2 epochs",
                                op.passes_made.values()[0])));
  for (std::size_t i = 0; i < 17; ++i) {
    const Pass pass = op.passes.values()[i];
    const bool validates = i < 3 || (i >= 7 && i < 13);
    ASSERT_TRUE(holds(op, pass.trains == (validates ? 0 : 1),
                      validates ? "a forward pass of validate() is in the mode of training: Dropout drops, and BatchNorm "
                                  "takes the batch's moments. Call module.train(false) before it"
                                : "a forward pass of the training is in the mode of validation: call module.train(true) "
                                  "when validate() is done"));
    ASSERT_TRUE(holds(op, pass.has_graph == (validates ? 0 : 1),
                      validates ? "a forward pass of validate() makes a graph, which holds all activations: NoGrad"
                                : "a forward pass of the training makes no graph"));
    ASSERT_TRUE(holds(op, pass.is_low == 1 && pass.all_f32 == 1,
                      "a linear layer gives another type than f16, or a parameter is not f32 any more"));
    ASSERT_TRUE(holds(op, validates || (pass.largest_gradient > 0 && std::isfinite(pass.largest_gradient)),
                      "a forward pass of the training gets no gradient"));
  }
  for (const Validation& one : op.validations.values()) {
    ASSERT_TRUE(holds(op, one.numbers_drawn == 0,
                      fmt::format("validate() draws {} numbers of the generator: the training goes on with others",
                                  one.numbers_drawn)));
    ASSERT_TRUE(holds(op, one.bytes_held == 0,
                      fmt::format("{} bytes of the device are held after validate() that were not before",
                                  one.bytes_held)));
    ASSERT_TRUE(holds(op, one.loss > 0 && std::isfinite(one.loss), "the loss of validate() is not a positive number"));
  }
  ASSERT_TRUE(holds(op, op.validations.values()[1].loss == op.validations.values()[2].loss,
                    "two calls of validate() in a row give different losses"));
}

/// BatchNorm's running moments of a channel after one window: the means over the ranks.
std::pair<double, double> running_moments(const Trained& trained, const Course& course, std::size_t channel) {
  double mean = 0, variance = 0;
  for (const TrainerRun& op : trained.ops) {
    std::vector<double> values;
    for (const std::int64_t row : op.order.values()) {
      values.push_back(course.parameters[net_inputs * net_hidden + channel]);
      for (std::size_t i = 0; i < net_inputs; ++i)
        values.back() += course.x[static_cast<std::size_t>(row) * net_inputs + i] * course.parameters[channel * net_inputs + i];
    }
    const auto rows = static_cast<double>(values.size()), ranks = static_cast<double>(op.world);
    const double own = std::accumulate(values.begin(), values.end(), 0.0) / rows;
    double squares = 0;
    for (const double value : values) squares += (value - own) * (value - own);
    mean += 0.1 * own / ranks;
    variance += (0.9 + 0.1 * squares / (rows - 1)) / ranks;
  }
  return {mean, variance};
}

TEST(Features, BuffersAreTheMeanOverAllRanks) {
  for (const int world : {1, 3}) {
    const auto rows = static_cast<std::size_t>(4 * world);
    const Course course = any_course(rows, Net::everything);
    const Trained trained = train({.net = Net::everything}, world, course, {{Action::epoch}}, {.samples = 4});
    ASSERT_TRUE(trained.answer.verdict && shares_out(trained, rows));
    for (std::size_t channel = 0; channel < net_hidden; ++channel) {
      const auto [mean, variance] = running_moments(trained, course, channel);
      for (const TrainerRun& op : trained.ops) {
        const auto buffers = op.tensors.values().subspan(parameters_of(op.net), 2 * net_hidden);
        const double got = buffers[channel], got_variance = buffers[net_hidden + channel];
        ASSERT_TRUE(holds(op, std::abs(got - mean) <= 1e-5 && std::abs(got_variance - variance) <= 1e-5,
                          fmt::format("running mean and variance {} of BatchNorm are {:.6g} and {:.6g} on rank {} after "
                                      "one window, expected {:.6g} and {:.6g}: the means over the values of the ranks",
                                      channel, got, got_variance, op.rank, mean, variance)));
      }
    }
    for (const TrainerRun& op : trained.ops)
      ASSERT_TRUE(holds(op, first_difference(op.tensors.values(), trained.first().tensors.values()) < 0,
                        fmt::format("a parameter or buffer is not the same on ranks 0 and {}", op.rank)));
  }
}

/// All ranges of a name in order.
std::vector<emulation::NamedRange> ranges_of(const channel::Timeline& timeline, const std::string& name) {
  std::vector<emulation::NamedRange> all;
  for (const auto& range : timeline.ranges)
    if (range.name == name) all.push_back(range);
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.begin_ns < b.begin_ns; });
  return all;
}

/// The number of kernels and library calls that were queued within a range.
std::size_t work_in(const channel::Timeline& timeline, const emulation::NamedRange& range) {
  return static_cast<std::size_t>(std::count_if(timeline.spans.begin(), timeline.spans.end(), [&](const auto& span) {
    return (span.kind == channel::Span::Kind::kernel || span.kind == channel::Span::Kind::library) &&
           span.submitted_ns >= range.begin_ns && span.submitted_ns <= range.end_ns;
  }));
}

TEST(Features, MarkersNameThePartsOfAStep) {
  const Course course = any_course(20);
  const Trained trained = train({.keeps_timeline = true, .accumulation_steps = 2}, 1, course, {{Action::epoch}},
                                {.steps = 3, .epochs = 1});
  ASSERT_TRUE(trained.answer.verdict);
  const TrainerRun& op = trained.first();
  const auto& timeline = trained.answer.ranks[0].reply->timeline;
  ASSERT_TRUE(holds(op, timeline.has_value(), "the timeline is missing"));
  // 5 micro-batches in 3 windows. The load that finds the end of the epoch counts, too.
  for (const auto& [name, least, most] : {std::tuple("load", 5, 6), {"forward", 5, 5}, {"backward", 5, 5},
                                         {"optimizer", 3, 3}}) {
    const auto ranges = ranges_of(*timeline, name);
    const int count = static_cast<int>(ranges.size());
    ASSERT_TRUE(holds(op, count >= least && count <= most,
                      fmt::format("has {} NVTX ranges \"{}\" in 5 micro-batches of 3 windows, expected {}", count, name,
                                  least)));
    for (const auto& range : ranges)
      ASSERT_TRUE(holds(op, name == std::string("load") || work_in(*timeline, range) > 0,
                        fmt::format("an NVTX range \"{}\" has no kernel: it ends before its work is queued", name)));
  }
  const auto loads = ranges_of(*timeline, "load");
  for (const channel::Span& span : timeline->spans)
    ASSERT_TRUE(holds(op, span.direction != channel::Span::Direction::host_to_device || span.bytes < 4 * net_inputs ||
                              std::any_of(loads.begin(), loads.end(),
                                          [&](const auto& range) {
                                            return span.submitted_ns >= range.begin_ns && span.submitted_ns <= range.end_ns;
                                          }),
                      "a batch is copied to the device outside of the NVTX ranges \"load\""));
}

}  // namespace
}  // namespace gridmark::lab5
