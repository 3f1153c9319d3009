#pragma once
// The discrete Fourier transform of one line of numbers, of any length, in double precision.
#include <cstddef>
#include <memory>
#include <vector>

namespace gridmark::fourier {

/// It omits std::complex's care for infinities, which costs more than the transform.
struct Complex {
  double re = 0, im = 0;
  friend Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
  friend Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
  friend Complex operator*(Complex a, Complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
};

class Line {
 public:
  /// length >= 1, sign -1 forward, +1 backward.
  Line(std::size_t length, int sign);
  ~Line();
  Line(Line&&) noexcept;
  std::size_t length() const { return length_; }
  /// values [length]: replaced by sum over j of values[j] * exp(sign * 2 pi i j k / length), not scaled.
  void transform(Complex* values);

 private:
  class Chirp;
  void pass(std::size_t factor, std::size_t stride, const Complex* from, Complex* to) const;

  std::size_t length_;
  std::vector<std::size_t> factors_;  ///< empty if `chirp_` does the work
  std::vector<Complex> roots_;        ///< exp(sign * 2 pi i k / length)
  std::vector<Complex> other_;        ///< the passes go from one array to the other
  std::unique_ptr<Chirp> chirp_;
};

}  // namespace gridmark::fourier
