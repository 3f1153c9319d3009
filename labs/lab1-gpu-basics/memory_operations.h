#pragma once
// Operations that the checker of lab 1 can run in memory_profiling.cu.
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"

namespace gridmark::lab1 {

enum class Precision : int { f32, f16 };
enum class Rule : int { sgd, momentum, adam };  ///< the optimizer's rule

constexpr std::string_view name_of(Precision precision) {
  return precision == Precision::f16 ? "f16" : "f32";
}

/// A line of the samples or of the kit's log, in a reply.
struct NamedBytes {
  char stage[32];
  std::uint64_t bytes;
};

/// The worker's observations around profile_training_memory.
struct ProfileFacts {
  std::uint64_t samples, notes;  ///< their numbers, including those that did not fit
  std::uint64_t before, after;   ///< allocated on the device, in bytes
};

/// One training step of a network of linear layers with ReLUs between them.
struct ProfileMemory {
  static constexpr std::string_view name = "profile_memory";
  static constexpr std::size_t room = 32;  ///< the most lines in a reply

  channel::In<std::int32_t> widths;  ///< inputs, hidden layers, classes
  Precision precision = Precision::f32;
  Rule rule = Rule::adam;
  std::uint64_t ballast = 0;  ///< bytes of another tensor that is on the device, a multiple of 4
  channel::Out<NamedBytes> samples{room}, notes{room};
  channel::Out<ProfileFacts> facts{1};

  auto fields() { return std::tie(widths, precision, rule, ballast, samples, notes, facts); }
  std::string subject() const { return "profile_training_memory"; }
  std::string describe() const {
    std::string text;
    for (const std::int32_t width : widths.values())
      text += (text.empty() ? "" : "-") + std::to_string(width);
    constexpr std::string_view rules[] = {"SGD", "SGD with momentum", "Adam"};
    return subject() + "(" + text + ", " + std::string(rules[static_cast<int>(rule)]) + ", " +
           std::string(name_of(precision)) + ")";
  }
};

/// The worker's observations around try_allocate.
struct AllocationFacts {
  std::uint64_t asked;                 ///< bytes
  std::uint64_t allocated, recovered;  ///< as the submission reports
  std::uint64_t reported_free;         ///< bytes, as the submission reports
  std::uint64_t free_before, free_after;
  std::uint64_t pending;  ///< error that was left behind, 0: none
  std::uint64_t works;    ///< whether the adaptor could use the device afterwards
};

/// An attempt to allocate while a part of the device is in use.
struct TryAllocate {
  static constexpr std::string_view name = "try_allocate";

  double share = 0;  ///< of the device's total memory; below 1e-9: one MiB
  double taken = 0;  ///< share of the memory that is allocated during the call
  channel::Out<AllocationFacts> facts{1};

  auto fields() { return std::tie(share, taken, facts); }
  std::string subject() const { return "try_allocate"; }
  std::string describe() const {
    const auto percent = [](double part) { return std::to_string(static_cast<int>(part * 100 + 0.5)) + "%"; };
    const std::string asked = share < 1e-9 ? "1 MiB" : percent(share) + " of the device's memory";
    return subject() + "(" + asked + (taken > 0 ? ", while " + percent(taken) + " are taken)" : ")");
  }
};

}  // namespace gridmark::lab1
