// Theory of operation
// A length whose prime factors are small goes through Stockham's passes, one for each factor. A pass of
// factor p takes p numbers that lie length/p apart, transforms them, and stores them next to each other. So
// the order is right in the end without a permutation. A length with a large prime factor is a convolution
// with a chirp (Bluestein). A transform of a power of two, at least twice as long, computes it.
#include "emulation/libraries/cufft/line.h"

#include <algorithm>
#include <cmath>

namespace gridmark::fourier {
namespace {

constexpr std::size_t largest_factor = 31;

std::vector<std::size_t> factors_of(std::size_t length) {
  std::vector<std::size_t> factors;
  for (std::size_t factor : {4, 2}) {
    for (; length % factor == 0; length /= factor) factors.push_back(factor);
  }
  for (std::size_t factor = 3; factor <= largest_factor; factor += 2) {
    for (; length % factor == 0; length /= factor) factors.push_back(factor);
  }
  if (length > 1) factors.clear();
  return factors;
}

Complex root(std::size_t k, std::size_t length, int sign) {
  const double angle = 2 * M_PI * static_cast<double>(k) / static_cast<double>(length);
  return {std::cos(angle), sign * std::sin(angle)};
}

}  // namespace

class Line::Chirp {
 public:
  Chirp(std::size_t length, int sign)
      : padded_(power_of_two_above(2 * length)),
        forward_(padded_, -1),
        backward_(padded_, 1),
        chirp_(length),
        kernel_(padded_),
        work_(padded_) {
    for (std::size_t k = 0; k < length; ++k) {
      chirp_[k] = root(k * k % (2 * length), 2 * length, sign);
      kernel_[k] = {chirp_[k].re, -chirp_[k].im};
      if (k > 0) kernel_[padded_ - k] = kernel_[k];
    }
    forward_.transform(kernel_.data());
  }
  void transform(Complex* values) {
    std::fill(work_.begin(), work_.end(), Complex{});
    for (std::size_t k = 0; k < chirp_.size(); ++k) work_[k] = values[k] * chirp_[k];
    forward_.transform(work_.data());
    for (std::size_t k = 0; k < padded_; ++k) work_[k] = work_[k] * kernel_[k];
    backward_.transform(work_.data());
    const double scale = 1.0 / static_cast<double>(padded_);
    for (std::size_t k = 0; k < chirp_.size(); ++k) values[k] = work_[k] * chirp_[k] * Complex{scale, 0};
  }

 private:
  static std::size_t power_of_two_above(std::size_t least) {
    std::size_t power = 1;
    while (power < least) power *= 2;
    return power;
  }

  std::size_t padded_;
  Line forward_, backward_;
  std::vector<Complex> chirp_, kernel_, work_;
};

Line::Line(std::size_t length, int sign) : length_(length), factors_(factors_of(length)) {
  if (factors_.empty() && length > 1) {
    chirp_ = std::make_unique<Chirp>(length, sign);
    return;
  }
  roots_.resize(length);
  for (std::size_t k = 0; k < length; ++k) roots_[k] = root(k, length, sign);
  other_.resize(length);
}

Line::~Line() = default;
Line::Line(Line&&) noexcept = default;

void Line::transform(Complex* values) {
  if (chirp_) return chirp_->transform(values);
  Complex *from = values, *to = other_.data();
  std::size_t stride = 1;
  for (const std::size_t factor : factors_) {
    pass(factor, stride, from, to);
    stride *= factor;
    std::swap(from, to);
  }
  if (from != values) std::copy(from, from + length_, values);
}

/// stride  the product of the factors so far, which is the number of interleaved transforms
void Line::pass(std::size_t factor, std::size_t stride, const Complex* from, Complex* to) const {
  const std::size_t part = length_ / factor, groups = part / stride;
  const Complex quarter = roots_[factor == 4 ? length_ / 4 : 0];
  Complex taken[largest_factor];
  for (std::size_t group = 0; group < groups; ++group) {
    for (std::size_t k = 0; k < stride; ++k) {
      const Complex* in = from + k + stride * group;
      Complex* out = to + k + stride * factor * group;
      if (factor == 2) {
        out[0] = in[0] + in[part];
        out[stride] = (in[0] - in[part]) * roots_[stride * group];
      } else if (factor == 4) {
        const Complex sum02 = in[0] + in[2 * part], difference02 = in[0] - in[2 * part];
        const Complex sum13 = in[part] + in[3 * part], turned = (in[part] - in[3 * part]) * quarter;
        out[0] = sum02 + sum13;
        out[stride] = (difference02 + turned) * roots_[stride * group];
        out[2 * stride] = (sum02 - sum13) * roots_[2 * stride * group];
        out[3 * stride] = (difference02 - turned) * roots_[3 * stride * group];
      } else {
        for (std::size_t j = 0; j < factor; ++j) taken[j] = in[j * part];
        for (std::size_t r = 0; r < factor; ++r) {
          Complex sum = taken[0];
          for (std::size_t j = 1; j < factor; ++j) sum = sum + taken[j] * roots_[j * r % factor * part];
          out[r * stride] = sum * roots_[r * stride * group];
        }
      }
    }
  }
}

}  // namespace gridmark::fourier
