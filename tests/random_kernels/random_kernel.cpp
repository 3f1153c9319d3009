// Makes kernels that cannot have races: in each phase between two barriers a shared array has one use.
#include <random>

#include "tests/random_kernels/kernel.h"

namespace gridmark::random_kernels {
namespace {

enum class Use { own, any, atomic, exchange };

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) { kernel_.seed = seed; }

  Kernel make() {
    choose_shape();
    for (int left = below(4) + 2; left > 0; --left) kernel_.body.push_back(top());
    return kernel_;
  }

 private:
  // Does not use a distribution of the library, because they differ between libraries.
  int below(int end) { return static_cast<int>(random_() % static_cast<std::uint64_t>(end)); }
  bool one_in(int n) { return below(n) == 0; }
  int word() { return below(words); }

  void choose_shape() {
    static constexpr int common[] = {1, 7, 31, 32, 33, 64, 96, 100, 128, 256};
    switch (below(3)) {
      case 0:
        kernel_.block = {common[below(10)], 1, 1};
        break;
      case 1:
        kernel_.block = {below(16) + 1, below(8) + 1, 1};
        break;
      default:
        kernel_.block = {below(8) + 1, below(4) + 1, below(4) + 1};
        break;
    }
    kernel_.grid = {below(3) + 1, one_in(2) ? below(2) + 1 : 1, one_in(3) ? 2 : 1};
  }

  Statement top() {
    switch (below(8)) {
      case 0:
        return {Kind::uniform_loop, 0, 0, 0, static_cast<std::uint32_t>(below(3) + 1), phases(), {}};
      case 1:
        return {Kind::uniform_if, 0, 0, 0, 1u << below(2), phases(), {}};
      case 2:
        return {Kind::leave, word(), 0, 0, 7u << below(20), {}, {}};
      default:
        return phase();
    }
  }

  std::vector<Statement> phases() {
    std::vector<Statement> body;
    for (int left = below(2) + 1; left > 0; --left) body.push_back(phase());
    return body;
  }

  Statement phase() {
    for (int array = 0; array < arrays; ++array) {
      use_[array] = static_cast<Use>(below(4));
      if (array == 2 && use_[array] == Use::atomic) use_[array] = Use::own;
      detail_[array] = below(use_[array] == Use::atomic ? atomic_operations : 40);
    }
    return {Kind::phase, word(), word(), below(4), 1u << below(16), block(0, true), {}};
  }

  std::vector<Statement> block(int depth, bool warps) {
    std::vector<Statement> body;
    for (int left = below(4 - depth) + 2; left > 0; --left) body.push_back(statement(depth, warps));
    return body;
  }

  Statement statement(int depth, bool warps) {
    const int chosen = below(depth < 3 ? 20 : 16);
    if (chosen < 3) return {Kind::arithmetic, word(), word(), below(16), random_bits(), {}, {}};
    if (chosen < 5)
      return {Kind::float_step, below(floats), one_in(2) ? below(floats) : word(), below(6), 0, {}, {}};
    if (chosen < 9) return shared(warps);
    if (chosen == 9) return {Kind::global_read, word(), word(), 0, 0, {}, {}};
    if (chosen == 10) return {Kind::global_own, word(), word(), below(kept), 0, {}, {}};
    if (chosen == 11) return {Kind::global_atomic, word(), word(), below(atomic_operations), 0, {}, {}};
    if (chosen == 12) return {Kind::global_sum, word(), word(), 0, 0, {}, {}};
    if (chosen < 16)
      return warps ? warp_operation() : Statement{Kind::arithmetic, word(), word(), below(16), 0, {}, {}};
    const bool inner = warps && !one_in(3);
    if (chosen < 18)
      return {inner ? Kind::if_masked : Kind::if_plain,
              word(),
              0,
              0,
              1u << below(12),
              block(depth + 1, inner),
              one_in(2) ? block(depth + 1, inner) : std::vector<Statement>{}};
    return {inner ? Kind::loop_masked : Kind::loop_plain, word(), 0, 0, 0, block(depth + 1, inner), {}};
  }

  Statement warp_operation() {
    if (one_in(2))
      return {Kind::shuffle, word(), word(), below(4), static_cast<std::uint32_t>(below(6)), {}, {}};
    return {Kind::vote, word(), word(), below(10), 1u << below(8), {}, {}};
  }

  Statement shared(bool warps) {
    const int array = below(arrays);
    const int detail = detail_[array];
    switch (use_[array]) {
      case Use::own:
        return {Kind::shared_own, word(), array, word(), static_cast<std::uint32_t>(detail), {}, {}};
      case Use::any:
        return {Kind::shared_any, word(), array, word(), 0, {}, {}};
      case Use::atomic:
        return {Kind::shared_atomic, word(), array, detail, static_cast<std::uint32_t>(word()), {}, {}};
      default:
        break;
    }
    if (!warps) return {Kind::arithmetic, word(), word(), below(16), random_bits(), {}, {}};
    return {Kind::shared_exchange, word(), array, word(), static_cast<std::uint32_t>(below(32)), {}, {}};
  }

  std::uint32_t random_bits() { return static_cast<std::uint32_t>(random_()); }

  std::mt19937_64 random_;
  Kernel kernel_;
  Use use_[arrays] = {};
  int detail_[arrays] = {};
};

}  // namespace

Kernel random_kernel(std::uint64_t seed) { return Generator(seed).make(); }

}  // namespace gridmark::random_kernels
