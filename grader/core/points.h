#pragma once
// Points are whole hundredths, so that a total is the sum of its parts in every report.
#include <cmath>
#include <compare>
#include <cstdint>

namespace gridmark {

class Points {
 public:
  constexpr Points() = default;
  constexpr Points(int whole) : hundredths_(std::int64_t{whole} * 100) {}
  /// Rounded to the nearest hundredth.
  Points(double value) : hundredths_(std::llround(value * 100)) {}

  double value() const { return static_cast<double>(hundredths_) / 100; }

  Points& operator+=(Points other) {
    hundredths_ += other.hundredths_;
    return *this;
  }
  Points& operator-=(Points other) {
    hundredths_ -= other.hundredths_;
    return *this;
  }
  friend Points operator+(Points a, Points b) { return a += b; }
  friend Points operator-(Points a, Points b) { return a -= b; }
  /// `worth * fraction`, rounded to the nearest hundredth.
  friend Points operator*(Points worth, double fraction) { return Points(worth.value() * fraction); }
  friend auto operator<=>(const Points&, const Points&) = default;

 private:
  std::int64_t hundredths_ = 0;
};

}  // namespace gridmark
