#pragma once
// Commands of the emulated devices with their times, by the time model (runtime/time_model.h). All times are
// modelled nanoseconds since the program's start, the same in every run.
#include <cstdint>
#include <string>
#include <vector>

#include "emulation/meters.h"

namespace gridmark::emulation {

/// One command of a stream, or one node of a graph.
struct Span {
  enum class Kind { kernel, copy, fill, library, collective, host };
  /// Source of the length: the shape of the launch alone, the counts of the counted flavour, the bytes moved,
  /// the operations and bytes of a library's call, or a constant.
  enum class Basis { shape, counts, bytes, operations, constant };
  enum class Direction { none, host_to_host, host_to_device, device_to_host, device_to_device };

  Kind kind = Kind::kernel;
  Basis basis = Basis::constant;
  Direction direction = Direction::none;  ///< of a copy
  int device = 0;
  std::uint64_t stream = 0;  ///< as cudaStreamGetId() returns it
  std::string name = {};     ///< "tiled_kernel", "cublasSgemm"; a copy is "Memcpy HtoD (Pinned -> Device)"
  double bytes = 0;          ///< moved, if known
  double flops = 0;          ///< of a library's call, or counted
  double submitted_ns = 0;   ///< when the host queued it
  double begin_ns = 0, end_ns = 0;
  std::uint64_t correlation = 0;  ///< the same for all nodes of one graph's launch
  SourcePlace place = {};         ///< of the call that queued it
};

/// The name that files use.
inline const char* name_of(Span::Kind kind) {
  constexpr const char* names[] = {"kernel", "copy", "fill", "library", "collective", "host"};
  return names[static_cast<std::size_t>(kind)];
}
inline const char* name_of(Span::Basis basis) {
  constexpr const char* names[] = {"shape", "counts", "bytes", "operations", "constant"};
  return names[static_cast<std::size_t>(basis)];
}
inline const char* name_of(Span::Direction direction) {
  constexpr const char* names[] = {"", "host to host", "host to device", "device to host",
                                   "device to device"};
  return names[static_cast<std::size_t>(direction)];
}

/// The host waited for a device.
struct HostWait {
  std::string name;  ///< "cudaStreamSynchronize"
  double begin_ns = 0, end_ns = 0;
};

/// A range that the program named with NVTX. A mark has two equal times.
struct NamedRange {
  std::string name;
  std::uint64_t thread = 0;  ///< of the host, counted from 1 in the order of their first ranges
  double begin_ns = 0, end_ns = 0;
};

/// Events since the last reset_meters(). The first `most_spans` of each kind are kept.
struct Timeline {
  static constexpr std::size_t most_spans = std::size_t{1} << 16;

  std::vector<Span> spans;  ///< by begin, then in the order in which they were queued
  std::vector<HostWait> waits;
  std::vector<NamedRange> ranges;
  std::uint64_t host_waits = 0;     ///< all of them
  std::uint64_t left_out = 0;       ///< spans that are not kept
  double begin_ns = 0, end_ns = 0;  ///< of the host's clock
};

/// Whether each span records its source line. It costs a microsecond per call.
void keep_calls(bool wanted);

/// The timeline of commands that have run. The caller should wait for the devices first.
Timeline read_timeline();

}  // namespace gridmark::emulation
