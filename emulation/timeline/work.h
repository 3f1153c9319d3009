#pragma once
// The data of one command in the model of time.
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

/// The cost of a command.
struct Cost {
  Nanoseconds time = 0;
  EngineKind engine = EngineKind::none;
  double share = 1;  ///< of the engine, while the command runs: 0 to 1
  double bytes = 0, flops = 0;
  Span::Basis basis = Span::Basis::constant;
  Nanoseconds earliest = 0;  ///< the command begins then or later
};

struct Work;
using SharedWork = std::shared_ptr<Work>;

/// A command between its submission and its place in the timeline.
struct Work {
  Span span;                               ///< as readers get it, with times once it is placed
  std::shared_ptr<const CallStack> calls;  ///< that queued it, if places are needed
  std::uint64_t number = 0;                ///< rises with every work
  std::optional<Cost> cost;                ///< none if it is not known before the command has run
  bool placed = false;
  Nanoseconds begin = 0, end = 0;  ///< once placed; before, `begin` is the earliest possible time
  unsigned awaited = 0;            ///< number of earlier works that are not placed
  std::vector<SharedWork> followers;
};

}  // namespace gridmark::emulation
