#pragma once
// Trainings with the given and the tuned pipeline.
#include "labs/lab5-production/include/pipeline.h"
#include "labs/lab5-production/tests/timelines.h"

namespace gridmark::lab5 {

constexpr int images_of_training = 128, pixels_of_image = 3072;  // three colours of 32 x 32 pixels
constexpr std::size_t parameters_of_training = 3072 * 32 + 32 + 32 * 10 + 10;

/// Measured steps, and the steps before them.
inline RunPipeline with_images(RunPipeline op) {
  op.warm_up = 3;
  op.steps = 20;
  op.pixels = channel::In<float>(any_values(images_of_training * pixels_of_image, 0, 1));
  std::vector<int> labels;
  for (int i = 0; i < images_of_training; ++i) labels.push_back(any_between(0, 9));
  op.labels = channel::In<int>(labels);
  op.trained = channel::Out<float>(parameters_of_training);
  return op;
}

/// The measurements from one training's timeline.
struct Measurement {
  double busy = 0, rows_per_ms = 0;
  std::string idle = {};    ///< the reasons for the rest of the time
  std::size_t kernels = 0;  ///< the training's kernels in the measured steps
};

/// Kernels that are queued while the loop loads do not belong to the training.
inline bool is_of_training(const Span& span, const Profile& profile) {
  for (const char* name : {"forward", "backward", "optimizer"})
    for (const NamedRange& range : profile.ranges(name))
      if (is_queued_in(span, range)) return computes(span);
  return false;
}

/// The gaps between `busy` spans.
inline std::vector<TimeSpan> gaps_of(const std::vector<TimeSpan>& busy, TimeSpan whole) {
  std::vector<TimeSpan> gaps;
  double until = whole.begin;
  for (const TimeSpan& one : joined(busy)) {
    gaps.push_back({until, one.begin});
    until = one.end;
  }
  gaps.push_back({until, whole.end});
  return gaps;
}

inline std::string idle_in_words(const Profile& profile, const std::vector<TimeSpan>& busy) {
  const std::vector<TimeSpan> gaps = gaps_of(busy, profile.whole());
  const auto of = [&](Span::Direction direction) {
    return covered(common(gaps, profile.times([&](const Span& span) { return span.direction == direction; }))) / 1000;
  };
  return fmt::format(
      "of {:.0f} us, no kernel runs for {:.0f}. For {:.0f} of these a batch is on its way to the device, and "
      "for {:.0f} a loss to the host",
      profile.total() / 1000, covered(gaps) / 1000, of(Span::Direction::host_to_device),
      of(Span::Direction::device_to_host));
}

inline Measurement measured(const RunPipeline& op, const Timeline& timeline) {
  const Profile profile(timeline, 0);
  const std::vector<TimeSpan> busy = profile.times([&](const Span& span) { return is_of_training(span, profile); });
  return {covered(busy) / profile.total(), static_cast<double>(op.steps * op.micro_batch) / (profile.total() / 1e6),
          idle_in_words(profile, busy), busy.size()};
}

}  // namespace gridmark::lab5
