#pragma once
// Calls of a program for the simulator, each with its cost on an idle device.
#include <algorithm>

#include "emulation/runtime/time_model.h"

namespace simulated {

using gridmark::emulation::time_model;
/// A part of the device. `none` serves all commands at once.
enum class Part { none, kernels, upload, download, link };
enum class Verb {
  kernel,
  fill,
  upload,
  download,
  local_copy,
  peer_copy,
  host_function,
  record,
  wait_event,
  host_waits_for_event,
  host_waits_for_stream,
  host_waits_for_device
};

struct StreamTraits {
  int device = 0;
  bool blocking = true, is_default = false;
};

/// A call of the program.
struct Action {
  Verb verb = Verb::kernel;
  int stream = 0, event = 0, device = 0;
  double size = 0;   ///< threads or bytes
  double share = 0;  ///< share of the device, for a kernel
  bool pageable = false, sync = false;
};

struct Price {
  Part part = Part::none;
  double share = 1, time = 0;
};

inline Price inside(const Action& action, double moved) {
  return {Part::kernels, std::min(1.0, action.size / time_model.bytes_of_all),
          time_model.local_start + moved / time_model.memory_bytes_per_ns};
}

inline Price over_the_bus(Part part, const Action& action) {
  const double rate = action.pageable ? time_model.pageable_bytes_per_ns : time_model.bus_bytes_per_ns;
  return {part, 1, time_model.copy_start + action.size / rate};
}

inline Price price_of(const Action& action) {
  const double kernel_bytes = action.size * time_model.bytes_per_thread;
  switch (action.verb) {
    case Verb::kernel:
      return {Part::kernels, action.share,
              time_model.kernel_start + kernel_bytes / time_model.memory_bytes_per_ns};
    case Verb::fill:
      return inside(action, action.size);
    case Verb::local_copy:
      return inside(action, 2 * action.size);
    case Verb::upload:
      return over_the_bus(Part::upload, action);
    case Verb::download:
      return over_the_bus(Part::download, action);
    case Verb::peer_copy:
      return {Part::link, 1, time_model.link_start + action.size / time_model.link_bytes_per_ns};
    case Verb::host_function:
      return {Part::none, 1, time_model.host_function};
    default:
      return {};
  }
}

}  // namespace simulated
