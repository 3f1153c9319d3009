#pragma once
// Modelled time, which cudaEventElapsedTime returns. It depends on the program's requests and the declared
// profile, never on the machine, so it is the same in every run.
//
// Theory of operation
// The host has a clock, and every command a begin and an end (emulation/timeline). A command begins when the
// one before it in its stream has ended, those that it waits for have ended, the host has submitted it, and
// its engine has room: one copy at a time in each direction, and kernels while their blocks fit on the device
// together. A call that waits moves the host's clock to the end of the awaited work.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "emulation/runtime/device_profile.h"
#include "emulation/runtime/ledger.h"
#include "emulation/runtime/library_work.h"
#include "emulation/timeline/work.h"

namespace gridmark::emulation {

struct TimeModel {
  Nanoseconds submission = 1000;    ///< of the host, per command
  Nanoseconds kernel_start = 2500;  ///< from a kernel's turn to its first thread
  Nanoseconds copy_start = 8000;    ///< over the bus
  Nanoseconds local_start = 1500;   ///< copies and fills inside the device
  Nanoseconds link_start = 2000;    ///< a message to another device
  Nanoseconds host_function = 5000;
  double bus_bytes_per_ns = 12;       ///< from and to page-locked memory
  double pageable_bytes_per_ns = 6;   ///< through the driver's page-locked buffer
  double link_bytes_per_ns = 230;     ///< between two devices, each way
  double memory_bytes_per_ns = 1555;  ///< read or written
  double bytes_per_thread = 16;       ///< assumed for a kernel without counts
  double tile = 64 * 64;              ///< elements of a library's result that one block computes
  double bytes_of_all = 4 << 20;      ///< a copy or fill of this size inside the device keeps all of it busy
};
inline constexpr TimeModel time_model;

/// The two sides of a copy.
struct CopyRoute {
  CopyDirection direction = CopyDirection::host_to_host;
  bool pageable = false;      ///< the host's side is not page-locked memory
  bool other_device = false;  ///< from one device to another
  bool takes_time = true;
};

inline Cost local_cost(double bytes, double moved) {
  return {time_model.local_start + moved / time_model.memory_bytes_per_ns,
          EngineKind::kernels,
          bytes / time_model.bytes_of_all,
          bytes,
          0,
          Span::Basis::bytes};
}

inline Cost link_cost(double bytes) {
  return {time_model.link_start + bytes / time_model.link_bytes_per_ns,
          EngineKind::link,
          1,
          bytes,
          0,
          Span::Basis::bytes};
}

inline Cost copy_cost(const CopyRoute& route, std::size_t size) {
  const auto bytes = static_cast<double>(size);
  if (!route.takes_time) return {.bytes = bytes};
  if (route.direction == CopyDirection::device_to_device)
    return route.other_device ? link_cost(bytes) : local_cost(bytes, 2 * bytes);
  const double rate = route.pageable ? time_model.pageable_bytes_per_ns : time_model.bus_bytes_per_ns;
  const bool up = route.direction == CopyDirection::host_to_device;
  return {time_model.copy_start + bytes / rate,
          up ? EngineKind::upload : EngineKind::download,
          1,
          bytes,
          0,
          Span::Basis::bytes};
}

inline Cost fill_cost(std::size_t size) {
  const auto bytes = static_cast<double>(size);
  return local_cost(bytes, bytes);
}

/// `share` of the device's capacity.
inline Cost kernel_cost(std::uint64_t threads, double share) {
  const double bytes = static_cast<double>(threads) * time_model.bytes_per_thread;
  return {time_model.kernel_start + bytes / time_model.memory_bytes_per_ns,
          EngineKind::kernels,
          share,
          0,
          0,
          Span::Basis::shape};
}

/// Peaks of the declared device in operations a nanosecond (compute capability 8.0).
inline double peak_of(LibraryLoad::Rate rate) {
  constexpr double peaks[] = {19500, 19500, 312000, 156000, 624000};  // twofold: on tensor cores
  return peaks[static_cast<std::size_t>(rate)];
}

/// Time of a library's call by the roofline. A result of few tiles keeps few processors busy, and a last
/// round of tiles is rarely full.
inline Cost library_cost(const LibraryLoad& load) {
  const double tiles = std::ceil(load.outputs / time_model.tile);
  const double rounds = std::ceil(tiles / device_profile.processors);
  const double busy = tiles > 0 ? tiles / (rounds * device_profile.processors) : 1;
  const double computing = load.flops / (peak_of(load.rate) * busy);
  const double moving = load.bytes / time_model.memory_bytes_per_ns;
  const double share = tiles > 0 ? tiles / device_profile.processors : load.bytes / time_model.bytes_of_all;
  return {time_model.kernel_start + std::max(computing, moving),
          EngineKind::kernels,
          share,
          load.bytes,
          load.flops,
          Span::Basis::operations};
}

inline Cost collective_cost(const CollectiveLoad& load) {
  return {load.steps * time_model.link_start + load.bytes / time_model.link_bytes_per_ns,
          EngineKind::link,
          1,
          load.bytes,
          0,
          Span::Basis::bytes,
          load.begin_ns};
}

}  // namespace gridmark::emulation
