#pragma once
// A sequence of random numbers for whole arrays, in the order that CUDA documents.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "gridmark/curand_distributions.h"

namespace gridmark::random {

class Source {
 public:
  virtual ~Source() = default;
  virtual void words(unsigned* to, std::size_t count) = 0;
  virtual void uniform(float* to, std::size_t count) = 0;
  virtual void uniform(double* to, std::size_t count) = 0;
  virtual void normal(float* to, std::size_t count, float mean, float deviation) = 0;
  virtual void normal(double* to, std::size_t count, double mean, double deviation) = 0;
  virtual void poisson(unsigned* to, std::size_t count, double lambda) = 0;
};

/// The order: `lanes` subsequences of the generator take turns. Each gives one number (a pair of normal
/// ones), or four if the generator makes four at a time.
template <class State>
class Lanes final : public Source {
 public:
  static constexpr bool by_fours = std::is_same_v<State, curandStatePhilox4_32_10_t>;

  Lanes(unsigned long long seed, unsigned long long offset, std::size_t lanes)
      : seed_(seed), lanes_(lanes), turn_(offset / width % lanes), skipped_(offset % width) {
    rounds_ = offset / width / lanes;
    first_ = turn_;
  }

  void words(unsigned* to, std::size_t count) override {
    fill_by_words(to, count, [](State& s) { return curand(&s); });
  }
  void uniform(float* to, std::size_t count) override {
    fill_by_words(to, count, [](State& s) { return curand_uniform(&s); });
  }
  void uniform(double* to, std::size_t count) override {
    if constexpr (by_fours)
      fill<4>(to, count, [](State& s, double* out) { spread(curand_uniform4_double(&s), out); });
    else
      fill<1>(to, count, [](State& s, double* out) { *out = curand_uniform_double(&s); });
  }
  void normal(float* to, std::size_t count, float mean, float deviation) override {
    const auto scaled = [=](float value) { return mean + deviation * value; };
    if constexpr (by_fours) {
      fill<4>(to, count, [&](State& s, float* out) { spread(curand_normal4(&s), out); });
    } else {
      fill<2>(to, count, [&](State& s, float* out) { spread(curand_normal2(&s), out); });
    }
    std::transform(to, to + count, to, scaled);
  }
  void normal(double* to, std::size_t count, double mean, double deviation) override {
    const auto scaled = [=](double value) { return mean + deviation * value; };
    if constexpr (by_fours) {
      fill<4>(to, count, [&](State& s, double* out) { spread(curand_normal4_double(&s), out); });
    } else {
      fill<2>(to, count, [&](State& s, double* out) { spread(curand_normal2_double(&s), out); });
    }
    std::transform(to, to + count, to, scaled);
  }
  void poisson(unsigned* to, std::size_t count, double lambda) override {
    if constexpr (by_fours)
      fill<4>(to, count, [=](State& s, unsigned* out) { spread(curand_poisson4(&s, lambda), out); });
    else
      fill<1>(to, count, [=](State& s, unsigned* out) { *out = curand_poisson(&s, lambda); });
  }

 private:
  static constexpr std::size_t width = by_fours ? 4 : 1;

  template <class Four, class T>
  static void spread(const Four& from, T* to) {
    to[0] = from.x;
    to[1] = from.y;
    if constexpr (sizeof(Four) == 4 * sizeof(T)) {
      to[2] = from.z;
      to[3] = from.w;
    }
  }

  /// Numbers of one word each. A lane with four numbers keeps its turn until they are used.
  template <class T, class Draw>
  void fill_by_words(T* to, std::size_t count, Draw draw) {
    for (std::size_t i = 0; i < count; ++i) {
      State& state = lane(turn_);
      to[i] = draw(state);
      if constexpr (by_fours) {
        if (state.used != 0) continue;
      }
      turn_ = (turn_ + 1) % lanes_;
    }
  }

  /// Draws `group` numbers a turn. The rest of a last group is dropped.
  template <std::size_t group, class T, class Draw>
  void fill(T* to, std::size_t count, Draw draw) {
    for (std::size_t done = 0; done < count; turn_ = (turn_ + 1) % lanes_) {
      T drawn[group];
      draw(lane(turn_), drawn);
      const std::size_t take = std::min(group, count - done);
      std::copy(drawn, drawn + take, to + done);
      done += take;
    }
  }

  /// Lanes before the one at which an offset starts have had one more turn.
  State& lane(std::size_t index) {
    while (states_.size() <= index) {
      State fresh;
      if (states_.empty()) {
        curand_init(seed_, 0, 0, &base_);
      } else {
        move_to_next(&base_);
      }
      fresh = base_;
      const unsigned long long turns = rounds_ + (states_.size() < first_ ? 1 : 0);
      skipahead(turns * width + (states_.size() == first_ ? skipped_ : 0), &fresh);
      states_.push_back(fresh);
    }
    return states_[index];
  }
  static void move_to_next(curandStateMRG32k3a_t* state) { skipahead_subsequence(1, state); }
  template <class Other>
  static void move_to_next(Other* state) {
    skipahead_sequence(1, state);
  }

  unsigned long long seed_, rounds_ = 0;
  std::size_t lanes_, turn_, skipped_, first_ = 0;
  State base_{};
  std::vector<State> states_;
};

}  // namespace gridmark::random
