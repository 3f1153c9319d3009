#include "emulation/runtime/board.h"

#include <algorithm>
#include <cstdlib>

#include "emulation/runtime/board_script.h"
#include "emulation/runtime/device_profile.h"
#include "emulation/runtime/devices.h"
#include "emulation/timeline/activity.h"

namespace gridmark::emulation {
namespace {

/// NVML's documentation: "between 1 second and 1/6 second". A program that has just started uses the shorter
/// one.
constexpr Nanoseconds longest_period = 1e9, shortest_period = 1e9 / 6;

const BoardScript& board_script() {
  static const auto* const script = [] {
    const char* file = std::getenv("GRIDMARK_NVML_SCRIPT");
    return new BoardScript(file && *file ? read_board_script(file, device_count()) : BoardScript());
  }();
  return *script;
}

double watts_of(double share) {
  return board_profile.idle_watts + (board_profile.limit_watts - board_profile.idle_watts) * share;
}

BoardSample modelled_sample(int device, Nanoseconds now) {
  const Nanoseconds from = now - std::clamp(now, shortest_period, longest_period);
  BoardSample sample;
  sample.gpu_share = busy_share(device, from, now);
  sample.memory_share = memory_share(device, from, now);
  sample.watts = watts_of(sample.gpu_share);
  const double lasting_watts = watts_of(lasting_share(device, now)) - board_profile.idle_watts;
  sample.celsius = board_profile.idle_celsius + board_profile.celsius_per_watt * lasting_watts;
  sample.sm_megahertz = device_profile.clock_khz / 1000;
  return sample;
}

double modelled_joules(int device, Nanoseconds now) {
  const double busy = busy_time(device, now) / 1e9;
  return board_profile.idle_watts * (now / 1e9 - busy) + board_profile.limit_watts * busy;
}

}  // namespace

BoardSample sample_board(int device, Nanoseconds now) {
  const auto& samples = board_script().samples;
  const auto last = std::find_if(samples.rbegin(), samples.rend(), [&](const ScriptedSample& one) {
    return one.device == device && one.from <= now;
  });
  return last == samples.rend() ? modelled_sample(device, now) : last->sample;
}

double board_joules(int device, Nanoseconds now) {
  const ScriptedSample* last = nullptr;
  double joules = 0;
  for (const ScriptedSample& one : board_script().samples) {
    if (one.device != device || one.from > now) continue;
    joules += last ? last->sample.watts * (one.from - last->from) / 1e9 : modelled_joules(device, one.from);
    last = &one;
  }
  return last ? joules + last->sample.watts * (now - last->from) / 1e9 : modelled_joules(device, now);
}

std::uint64_t throttle_reasons(const BoardSample& sample) {
  constexpr std::uint64_t idle = 1, set_clocks = 2, power = 4, heat = 0x20;  // as nvml.h has them
  if (sample.gpu_share == 0) return idle;
  if (sample.sm_megahertz >= device_profile.clock_khz / 1000) return 0;
  std::uint64_t reasons = 0;
  if (sample.celsius >= board_profile.operating_celsius) reasons |= heat;
  if (sample.watts >= board_profile.limit_watts) reasons |= power;
  return reasons ? reasons : set_clocks;
}

const std::string& broken_board_script() { return board_script().error; }

}  // namespace gridmark::emulation
