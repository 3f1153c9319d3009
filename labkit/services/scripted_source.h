#pragma once
// GPUs with the values that a test sets.
#include <utility>

#include "labkit/services/services.h"

namespace gridmark::services {

class ScriptedSource : public MetricSource {
 public:
  /// Sets every sample until the next call.
  void set(MetricSample sample) { sample_ = std::move(sample); }
  MetricSample sample() override {
    ++taken_;
    return sample_;
  }
  /// Number of samples taken so far.
  int taken() const { return taken_; }

 private:
  MetricSample sample_;
  int taken_ = 0;
};

}  // namespace gridmark::services
