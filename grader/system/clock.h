#pragma once
#include <string>

namespace gridmark::system {

/// Passed in, so that records and reports can be exact in tests.
class Clock {
 public:
  virtual ~Clock() = default;
  /// UTC, RFC 3339, whole seconds: "2026-01-31T23:59:00Z".
  virtual std::string utc_now() const = 0;
  /// From a fixed but unknown moment; never goes back.
  virtual double steady_seconds() const = 0;
};

class SystemClock : public Clock {
 public:
  std::string utc_now() const override;
  double steady_seconds() const override;
};

}  // namespace gridmark::system
