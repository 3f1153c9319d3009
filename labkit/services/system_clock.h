#pragma once
// The computer's clock.
#include <chrono>

#include "labkit/services/services.h"

namespace gridmark::services {

class SystemClock : public Clock {
 public:
  double now() const override {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  }
};

}  // namespace gridmark::services
