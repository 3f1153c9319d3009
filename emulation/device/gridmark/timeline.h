#pragma once
// Commands of the emulated devices with their times, for a program to read. All times are modelled:
// nanoseconds since the program's start. They depend on the program's requests and never on the machine. A
// real device does not have this header.
//
//   #include <gridmark/timeline.h>
//
//   gridmark::timeline::reset();
//   train(steps);
//   cudaDeviceSynchronize();                    // only commands that have run are in it
//   const auto seen = gridmark::timeline::read();
//   for (const auto& span : seen.spans)
//     std::printf("%s on stream %llu: %.0f ns\n", span.name.c_str(), (unsigned long long)span.stream,
//                 span.end_ns - span.begin_ns);
//   std::printf("busy for %.0f %% of the time\n", 100 * gridmark::timeline::busy_share(seen, 0));
#include <cstdint>
#include <string>
#include <vector>

namespace gridmark::timeline {

/// A command that a stream ran, or one node of a graph.
struct Span {
  std::string kind;       ///< "kernel", "copy", "fill", "library", "collective", "host"
  std::string basis;      ///< source of the length: "shape", "counts", "bytes", "operations", "constant"
  std::string direction;  ///< of a copy: "host to device", "device to host", "device to device"
  int device = 0;
  std::uint64_t stream = 0;  ///< as cudaStreamGetId() returns it
  std::string name;
  double bytes = 0, flops = 0;      ///< 0: unknown
  double submitted_ns = 0;          ///< when the host queued it
  double begin_ns = 0, end_ns = 0;  ///< modelled
  std::uint64_t correlation = 0;    ///< the same for all nodes of one graph's launch
  std::string file;                 ///< of the call that queued it, empty unless keep_places(true)
  int line = 0;
};

/// A wait of the host for a device. `name` is the call.
struct Wait {
  std::string name;
  double begin_ns = 0, end_ns = 0;
};

/// An NVTX range. A mark has two equal times.
struct Range {
  std::string name;
  std::uint64_t thread = 0;  ///< of the host, counted from 1
  double begin_ns = 0, end_ns = 0;
};

/// Events since the last reset().
struct Timeline {
  std::vector<Span> spans;  ///< sorted by begin
  std::vector<Wait> waits;
  std::vector<Range> ranges;
  std::uint64_t host_waits = 0;     ///< all of them
  std::uint64_t left_out = 0;       ///< spans beyond the limit
  double begin_ns = 0, end_ns = 0;  ///< of the host's clock
};

Timeline read();

/// Starts anew: the next read() returns events from now on.
void reset();

/// Whether spans record the source line that queued them. It costs a microsecond per call. Off at the start.
void keep_places(bool wanted);

/// Share of the timeline in which kernels, libraries and collectives of a device ran: 0 to 1.
double busy_share(const Timeline& timeline, int device);

}  // namespace gridmark::timeline
