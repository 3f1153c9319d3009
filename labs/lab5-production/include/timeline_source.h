#pragma once
// Timelines of the emulated device: for a program of your own that profiles its training.
#include "profiling.h"

class EmulatedTimeline : public TimelineSource {
 public:
  void reset() override { gridmark::timeline::reset(); }
  gridmark::timeline::Timeline read() override { return gridmark::timeline::read(); }
};
