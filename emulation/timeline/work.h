#pragma once
// What the model of time knows of one command.
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "emulation/engine/call_stack.h"
#include "emulation/timeline.h"

namespace gridmark::emulation {

/// Modelled nanoseconds since the program's start.
using Nanoseconds = double;

/// The parts of a device that commands compete for. `none` serves all at once.
enum class EngineKind { none, kernels, upload, download, link };
inline constexpr std::size_t engine_kinds = 5;

/// What a command takes.
struct Cost {
  Nanoseconds time = 0;
  EngineKind engine = EngineKind::none;
  double share = 1;  ///< of the engine, while it lasts: 0 to 1
  double bytes = 0, flops = 0;
  Span::Basis basis = Span::Basis::constant;
  Nanoseconds earliest = 0;  ///< it begins then or later
};

struct Work;
using SharedWork = std::shared_ptr<Work>;

/// A command between its submission and its place in the timeline.
struct Work {
  Span span;                               ///< as it will be told; its times come with its place
  std::shared_ptr<const CallStack> calls;  ///< that queued it, where somebody asks for places
  std::uint64_t number = 0;                ///< rises with every one
  std::optional<Cost> cost;                ///< none: not known before it has run
  bool placed = false;
  Nanoseconds begin = 0, end = 0;  ///< once placed; before, `begin` is the earliest that is known
  unsigned awaited = 0;            ///< of those before it, how many are not placed
  std::vector<SharedWork> followers;
};

}  // namespace gridmark::emulation
