#pragma once
// GPUs that are as a test wants them.
#include <utility>

#include "labkit/services/services.h"

namespace gridmark::services {

class ScriptedSource : public MetricSource {
 public:
  /// Every sample is this one until the next call.
  void set(MetricSample sample) { sample_ = std::move(sample); }
  MetricSample sample() override {
    ++taken_;
    return sample_;
  }
  /// Samples taken so far.
  int taken() const { return taken_; }

 private:
  MetricSample sample_;
  int taken_ = 0;
};

}  // namespace gridmark::services
