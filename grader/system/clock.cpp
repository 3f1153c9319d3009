#include "grader/system/clock.h"

#include <chrono>
#include <ctime>

namespace gridmark::system {

std::string SystemClock::utc_now() const {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

double SystemClock::steady_seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace gridmark::system
