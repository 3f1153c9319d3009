#pragma once
// Counts of one call of a student's function on the emulated device.
#include <cstdint>
#include <string>
#include <vector>

#include "grader/core/measurement.h"
#include "grader/core/value_limits.h"

namespace gridmark {

/// Global memory requests of whole warps.
struct GlobalCounts {
  std::int64_t requests = 0;
  std::int64_t sectors = 0;        ///< touched sectors of 32 bytes
  std::int64_t ideal_sectors = 0;  ///< sectors that the distinct bytes of each request would fill
  std::int64_t bytes = 0;          ///< bytes that threads asked for, duplicates counted
  friend bool operator==(const GlobalCounts&, const GlobalCounts&) = default;
};

/// Shared memory requests of whole warps. Wavefronts beyond the ideal ones are bank conflicts.
struct SharedCounts {
  std::int64_t requests = 0, wavefronts = 0, ideal_wavefronts = 0;
  std::int64_t conflicts() const { return wavefronts - ideal_wavefronts; }
  friend bool operator==(const SharedCounts&, const SharedCounts&) = default;
};

struct CallCounts {
  std::int64_t launches = 0;
  std::int64_t flops = 0;  ///< additions, multiplications, and two for each fused multiply-add
  GlobalCounts loads, stores;
  SharedCounts shared;
  friend bool operator==(const CallCounts&, const CallCounts&) = default;
};

struct LineCounts {
  Place place;
  std::string kernel;
  GlobalCounts loads, stores;
  SharedCounts shared;
  std::vector<WarpAccess> examples;  ///< the worst request of each kind
  /// The cost of the line: its transactions of all kinds.
  std::int64_t cost() const { return loads.sectors + stores.sectors + shared.wavefronts; }
  friend bool operator==(const LineCounts&, const LineCounts&) = default;
};

struct CallProfile {
  std::string operation;  ///< "matmul_tiled"
  std::string call;       ///< "matmul_tiled(m=256, n=256, k=256)"
  CallCounts counts;
  std::vector<LineCounts> lines;
};

inline constexpr Range event_count{0, 9e15, "a count"};

constexpr auto fields(const GlobalCounts*) {
  return std::tuple{field("requests", &GlobalCounts::requests, event_count),
                    field("sectors", &GlobalCounts::sectors, event_count),
                    field("ideal_sectors", &GlobalCounts::ideal_sectors, event_count),
                    field("bytes", &GlobalCounts::bytes, event_count)};
}

constexpr auto fields(const SharedCounts*) {
  return std::tuple{field("requests", &SharedCounts::requests, event_count),
                    field("wavefronts", &SharedCounts::wavefronts, event_count),
                    field("ideal_wavefronts", &SharedCounts::ideal_wavefronts, event_count)};
}

constexpr auto fields(const CallCounts*) {
  return std::tuple{field("launches", &CallCounts::launches, event_count),
                    field("flops", &CallCounts::flops, event_count), field("loads", &CallCounts::loads),
                    field("stores", &CallCounts::stores), field("shared", &CallCounts::shared)};
}

constexpr auto fields(const LineCounts*) {
  return std::tuple{
      derived<LineCounts, std::string>(
          "file", [](const LineCounts& line) { return line.place.file; },
          [](LineCounts& line, std::string file) { line.place.file = std::move(file); }, Length{0, 4096}),
      derived<LineCounts, int>(
          "line", [](const LineCounts& line) { return line.place.line; },
          [](LineCounts& line, int number) { line.place.line = number; }, line_number),
      field("kernel", &LineCounts::kernel, Length{0, 4096}),
      field("loads", &LineCounts::loads),
      field("stores", &LineCounts::stores),
      field("shared", &LineCounts::shared),
      field("examples", &LineCounts::examples, Many{0, 3})};
}

constexpr auto fields(const CallProfile*) {
  return std::tuple{field("operation", &CallProfile::operation, name_text),
                    field("call", &CallProfile::call, Length{1, 4096}), field("counts", &CallProfile::counts),
                    field("lines", &CallProfile::lines, Many{0, 10'000}, "absent: none", Presence::optional)};
}

}  // namespace gridmark
