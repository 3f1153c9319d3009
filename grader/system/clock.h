#pragma once
#include <string>

namespace gridmark::system {

/// The time source. It is a parameter, so that records and reports can be exact in tests.
class Clock {
 public:
  virtual ~Clock() = default;
  /// UTC, RFC 3339, whole seconds: "2026-01-31T23:59:00Z".
  virtual std::string utc_now() const = 0;
  /// Counts from a fixed but unknown moment and never goes back.
  virtual double steady_seconds() const = 0;
};

class SystemClock : public Clock {
 public:
  std::string utc_now() const override;
  double steady_seconds() const override;
};

}  // namespace gridmark::system
