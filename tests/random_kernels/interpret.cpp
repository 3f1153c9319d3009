// The naive interpreter: CUDA's rules for a kernel, one statement at a time for all threads of a block.
#include <algorithm>
#include <bit>
#include <cmath>

#include "tests/random_kernels/kernel.h"

namespace gridmark::random_kernels {
namespace {

using Word = std::uint32_t;
using Lanes = std::vector<char>;  ///< for each thread of the block, whether it takes part

struct Thread {
  Word r[words];
  float f[floats];
};

Word bits(float value) { return std::bit_cast<Word>(value); }
float bounded(float value) { return std::fmin(std::fmax(value, -1e6f), 1e6f); }

Word operate(int operation, Word x, Word y, Word constant) {
  const Word shift = y & 31;
  switch (operation) {
    case 0:
      return x + y;
    case 1:
      return x - y;
    case 2:
      return x * (y | 1);
    case 3:
      return x ^ y;
    case 4:
      return (x & y) + constant;
    case 5:
      return x | (y >> 3);
    case 6:
      return x << shift;
    case 7:
      return x >> shift;
    case 8:
      return static_cast<Word>(static_cast<std::int32_t>(x) >> shift);
    case 9:
      return x / ((y & 255) + 1);
    case 10:
      return x % ((y & 255) + 1);
    case 11:
      return static_cast<Word>((static_cast<std::uint64_t>(x) * y) >> 32);
    case 12:
      return static_cast<Word>(std::popcount(x)) + y;
    case 13:
      return static_cast<Word>(std::countl_zero(x)) * y;
    case 14: {
      Word reversed = 0;
      for (int bit = 0; bit < 32; ++bit) reversed |= ((x >> bit) & 1u) << (31 - bit);
      return reversed ^ constant;
    }
    default:
      return std::max(x, y) - std::min(x, constant);
  }
}

void combine(int operation, Word& cell, Word value) {
  switch (operation) {
    case 0:
      cell += value;
      break;
    case 1:
      cell = std::min(cell, value);
      break;
    case 2:
      cell = std::max(cell, value);
      break;
    case 3:
      cell &= value;
      break;
    case 4:
      cell |= value;
      break;
    default:
      cell ^= value;
      break;
  }
}

class Block {
 public:
  Block(const Kernel& kernel, int number, std::vector<Word>& memory)
      : n_(static_cast<std::size_t>(kernel.threads())), number_(static_cast<Word>(number)), memory_(memory) {
    out_ = static_cast<std::size_t>(number) * n_ * slots;
    counters_ = static_cast<std::size_t>(kernel.blocks()) * n_ * slots;
    threads_.resize(n_);
    alive_.assign(n_, 1);
    for (std::size_t t = 0; t < n_; ++t) {
      const Word id = static_cast<Word>(t) + number_ * 1000;
      for (int i = 0; i < words; ++i) threads_[t].r[i] = (id + 1) * (2654435761u + 2 * static_cast<Word>(i));
      for (int i = 0; i < floats; ++i)
        threads_[t].f[i] = static_cast<float>(id % 77) + 0.25f * static_cast<float>(i);
    }
    for (int array = 0; array < arrays; ++array) {
      shared_[array].resize(n_);
      for (std::size_t t = 0; t < n_; ++t)
        shared_[array][t] = array == 2 ? bits(static_cast<float>(t) * 0.5f) : static_cast<Word>(t) * 40503u;
    }
  }

  void run(const std::vector<Statement>& body) {
    for (const Statement& statement : body) run_top(statement);
    for (std::size_t t = 0; t < n_; ++t) store(t);
  }

 private:
  void store(std::size_t t) {
    for (int i = 0; i < words; ++i) slot(t, i) = threads_[t].r[i];
    for (int i = 0; i < floats; ++i) slot(t, words + i) = bits(threads_[t].f[i]);
  }
  Word& slot(std::size_t t, int i) { return memory_[out_ + t * slots + static_cast<std::size_t>(i)]; }

  void run_top(const Statement& s) {
    if (s.kind == Kind::phase) {
      run_block(s.body, alive_);
      barrier(s);
    } else if (s.kind == Kind::uniform_loop) {
      for (Word round = 0; round < s.value; ++round)
        for (const Statement& phase : s.body) run_top(phase);
    } else if (s.kind == Kind::uniform_if) {
      if (number_ & s.value)
        for (const Statement& phase : s.body) run_top(phase);
    } else {
      for (std::size_t t = 0; t < n_; ++t)
        if ((threads_[t].r[s.a] & s.value) == 0) alive_[t] = 0;
    }
  }

  void barrier(const Statement& s) {
    Word yes = 0, all = 0;
    for (std::size_t t = 0; t < n_; ++t)
      if (alive_[t]) ++all, yes += (threads_[t].r[s.b] & s.value) != 0;
    const Word said[] = {0, yes, yes == all, yes != 0};
    for (std::size_t t = 0; t < n_; ++t)
      if (alive_[t]) threads_[t].r[s.a] += said[s.c];
  }

  void run_block(const std::vector<Statement>& body, const Lanes& lanes) {
    for (const Statement& statement : body) run(statement, lanes);
  }

  void run(const Statement& s, const Lanes& lanes) {
    switch (s.kind) {
      case Kind::if_masked:
      case Kind::if_plain:
        return branch(s, lanes);
      case Kind::loop_masked:
      case Kind::loop_plain:
        return loop(s, lanes);
      case Kind::shuffle:
      case Kind::vote:
      case Kind::shared_exchange:
        return together(s, lanes);
      default:
        break;
    }
    for (std::size_t t = 0; t < n_; ++t)
      if (lanes[t]) alone(s, t);
  }

  void branch(const Statement& s, const Lanes& lanes) {
    Lanes yes = lanes, no = lanes;
    for (std::size_t t = 0; t < n_; ++t) ((threads_[t].r[s.a] & s.value) ? no : yes)[t] = 0;
    run_block(s.body, yes);
    run_block(s.other, no);
  }

  void loop(const Statement& s, const Lanes& lanes) {
    std::vector<Word> rounds(n_);
    for (std::size_t t = 0; t < n_; ++t) rounds[t] = threads_[t].r[s.a] & 3;
    for (Word round = 0; round < 3; ++round) {
      Lanes still = lanes;
      for (std::size_t t = 0; t < n_; ++t) still[t] = lanes[t] && round < rounds[t];
      run_block(s.body, still);
    }
  }

  void alone(const Statement& s, std::size_t t) {
    Thread& me = threads_[t];
    Word* r = me.r;
    switch (s.kind) {
      case Kind::arithmetic:
        r[s.a] = operate(s.c, r[s.a], r[s.b], s.value);
        break;
      case Kind::float_step:
        float_step(s, me);
        break;
      case Kind::shared_own: {
        Word& cell = shared_[s.b][(t + s.value) % n_];
        if (s.b == 2) {
          const float value = std::bit_cast<float>(cell);
          r[s.a] ^= cell;
          cell = bits(bounded(value + me.f[0]));
        } else {
          r[s.a] += cell;
          cell ^= r[s.c];
        }
        break;
      }
      case Kind::shared_any:
        r[s.a] ^= shared_[s.b][r[s.c] % n_];
        break;
      case Kind::shared_atomic:
        combine(s.c, shared_[s.b][r[s.a] % n_], r[s.value]);
        break;
      case Kind::global_read:
        r[s.a] += (r[s.b] % input_words) * 2246822519u;
        break;
      case Kind::global_own: {
        Word& cell = slot(t, words + floats + s.c);
        cell = cell * 3 + r[s.a];
        r[s.b] ^= cell;
        break;
      }
      case Kind::global_atomic:
        combine(s.c, memory_[counters_ + static_cast<std::size_t>(s.c) * 8 + r[s.a] % 8], r[s.b]);
        break;
      default: {
        Word& cell = memory_[counters_ + counters + r[s.a] % sums];
        cell = bits(std::bit_cast<float>(cell) + static_cast<float>(r[s.b] & 15));
      }
    }
  }

  static void float_step(const Statement& s, Thread& me) {
    float& x = me.f[s.a];
    const float y = me.f[s.b % floats];
    switch (s.c) {
      case 0:
        x = bounded(x + y);
        break;
      case 1:
        x = bounded(x * y);
        break;
      case 2:
        x = bounded(std::fma(x, 0.75f, y));
        break;
      case 3:
        x = static_cast<float>(static_cast<int>(me.r[s.b] & 0xffff) - 30000);
        break;
      case 4:
        x = std::sqrt(std::fabs(x)) - y * 0.5f;
        break;
      default:
        me.r[s.b] ^= bits(x);
        break;
    }
  }

  /// Executes the joint operations of the active lanes, warp by warp.
  void together(const Statement& s, const Lanes& lanes) {
    for (std::size_t first = 0; first < n_; first += 32) {
      Word mask = 0;
      for (std::size_t t = first; t < std::min(first + 32, n_); ++t)
        mask |= Word{lanes[t] != 0} << (t - first);
      Thread before[32];
      std::copy_n(threads_.begin() + static_cast<std::ptrdiff_t>(first),
                  std::min<std::size_t>(32, n_ - first), before);
      if (s.kind == Kind::shared_exchange) write_exchanged(s, first, mask, before);
      for (Word lane = 0; lane < 32; ++lane)
        if (mask >> lane & 1) lane_together(s, first, lane, mask, before);
    }
  }

  void write_exchanged(const Statement& s, std::size_t first, Word mask, const Thread* before) {
    for (Word lane = 0; lane < 32; ++lane)
      if (mask >> lane & 1)
        shared_[s.b][first + lane] = s.b == 2 ? bits(before[lane].f[1]) : before[lane].r[s.c];
  }

  void lane_together(const Statement& s, std::size_t first, Word lane, Word mask, const Thread* before) {
    Word* r = threads_[first + lane].r;
    if (s.kind == Kind::shared_exchange) {
      const Word wanted = (lane + s.value) & 31;
      r[s.a] += shared_[s.b][first + (mask >> wanted & 1 ? wanted : lane)];
    } else if (s.kind == Kind::shuffle) {
      const Word from = source(s, lane, s.c == 0 ? before[lane].r[s.a] : s.value * 5 % 32 + 1);
      if (s.c == 0)
        r[s.a] = before[mask >> from & 1 ? from : lane].r[s.b];
      else if (mask >> from & 1)
        r[s.a] ^= before[from].r[s.b];
    } else {
      r[s.a] += vote(s, lane, mask, before);
    }
  }

  static Word source(const Statement& s, Word lane, Word wanted) {
    const Word width = 1u << s.value, first = lane / width * width, offset = lane % width;
    switch (s.c) {
      case 0:
        return first + wanted % width;
      case 1:
        return offset >= wanted ? lane - wanted : lane;
      case 2:
        return offset + wanted < width ? lane + wanted : lane;
      // A lane may read from its own part and from lower parts, but not from higher ones.
      default:
        return (lane ^ (wanted)) < first + width ? lane ^ (wanted) : lane;
    }
  }

  static Word vote(const Statement& s, Word lane, Word mask, const Thread* before) {
    Word ballot = 0, same = 0, sum = 0, least = ~0u, most = 0, conjunction = ~0u, disjunction = 0, parity = 0;
    for (Word other = 0; other < 32; ++other) {
      if (!(mask >> other & 1)) continue;
      const Word value = before[other].r[s.b];
      ballot |= Word{(value & s.value) != 0} << other;
      same |= Word{(value & 3) == (before[lane].r[s.b] & 3)} << other;
      sum += value, least = std::min(least, value), most = std::max(most, value);
      conjunction &= value, disjunction |= value, parity ^= value;
    }
    const Word said[] = {ballot, ballot == mask, ballot != 0, same,        sum,
                         least,  most,           conjunction, disjunction, parity};
    return said[s.c];
  }

  std::size_t n_;
  Word number_;
  std::vector<Word>& memory_;
  std::size_t out_ = 0, counters_ = 0;
  std::vector<Thread> threads_;
  Lanes alive_;
  std::vector<Word> shared_[arrays];
};

}  // namespace

std::vector<std::uint32_t> interpret(const Kernel& kernel) {
  const std::size_t out = static_cast<std::size_t>(kernel.blocks() * kernel.threads()) * slots;
  std::vector<Word> memory(out + counters + sums, 0);
  for (std::size_t i = 0; i < counters; ++i) memory[out + i] = 0x5a5a5a5au;
  for (int block = 0; block < kernel.blocks(); ++block) Block(kernel, block, memory).run(kernel.body);
  return memory;
}

}  // namespace gridmark::random_kernels
