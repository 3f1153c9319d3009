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
  bool has_version = false;  ///< the first Event is that of a file
  double begun = 0;          ///< its wall_time
  std::vector<ReadScalar> scalars;
  std::size_t records = 0;          ///< that are whole
  std::size_t torn = 0;             ///< bytes behind them
  std::vector<std::string> faults;  ///< "record 2 (from byte 40): ..."; a torn last record is none
};

/// Reads on behind a wrong CRC, so that the rest of the file can still be judged. Fields that are not in
/// monitor.h are skipped, as every reader of Protocol Buffers skips them.
ReadEventFile read_event_file(std::string_view bytes);

}  // namespace gridmark::lab5
