#pragma once
// Reads an event file more strictly than TensorBoard does.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::lab5 {

struct ReadScalar {
  std::string tag;
  std::int64_t step = 0;
  float value = 0;
  double wall_time = 0;
};

struct ReadEventFile {
  bool has_version = false;  ///< the first Event has the version of a file
  double begun = 0;          ///< wall_time of the first Event
  std::vector<ReadScalar> scalars;
  std::size_t records = 0;          ///< complete records
  std::size_t torn = 0;             ///< bytes after them
  std::vector<std::string> faults;  ///< "record 2 (from byte 40): ..."; a torn last record is not a fault
};

/// Continues after a wrong CRC, so that it can judge the rest of the file. It skips fields that are not in
/// monitor.h, like every reader of Protocol Buffers.
ReadEventFile read_event_file(std::string_view bytes);

}  // namespace gridmark::lab5
