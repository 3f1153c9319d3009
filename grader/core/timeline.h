#pragma once
// The emulated device's commands over modelled time in microseconds, for `gridmark profile --timeline`.
#include <cstdint>
#include <string>
#include <vector>

#include "base/enum_names.h"

namespace gridmark {

enum class CommandKind { kernel, copy, fill, library, collective, host };

constexpr auto names(CommandKind) {
  using enum CommandKind;
  return EnumNames<CommandKind, 6>{{{kernel, "kernel"},
                                    {copy, "copy"},
                                    {fill, "fill"},
                                    {library, "library"},
                                    {collective, "collective"},
                                    {host, "host"}}};
}

/// The basis for the modelled length of a command.
enum class LengthBasis { shape, counts, bytes, operations, constant };

constexpr auto names(LengthBasis) {
  using enum LengthBasis;
  return EnumNames<LengthBasis, 5>{{{shape, "shape"},
                                    {counts, "counts"},
                                    {bytes, "bytes"},
                                    {operations, "operations"},
                                    {constant, "constant"}}};
}

struct TimelineCommand {
  CommandKind kind = CommandKind::kernel;
  LengthBasis basis = LengthBasis::constant;
  int device = 0;
  std::int64_t stream = 0;
  std::string name;
  std::string place;  ///< "train.cu:12", the call that queued it, may be empty
  double queued = 0;  ///< time at which the host had queued it
  double begin = 0, end = 0;
  double bytes = 0, flops = 0;
};

struct TimelineWait {
  std::string name;  ///< "cudaStreamSynchronize"
  double begin = 0, end = 0;
};

struct TimelineRange {
  std::string name;
  double begin = 0, end = 0;
};

struct DeviceTimeline {
  std::vector<TimelineCommand> commands;  ///< sorted by begin
  std::vector<TimelineWait> waits;
  std::vector<TimelineRange> ranges;
  std::int64_t host_waits = 0;  ///< number of all waits
  std::int64_t left_out = 0;    ///< number of commands that were not kept
  double begin = 0, end = 0;    ///< of the host's clock
};

}  // namespace gridmark
