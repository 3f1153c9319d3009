#pragma once
// Timelines of the emulated device. Use this in a program that profiles its training.
#include "profiling.h"

class EmulatedTimeline : public TimelineSource {
 public:
  void reset() override { gridmark::timeline::reset(); }
  gridmark::timeline::Timeline read() override { return gridmark::timeline::read(); }
};
