#pragma once
#include "labs/lab0-warm-up/tests/ask.h"

namespace gridmark::lab0 {

using Question = AskDevices::Question;

/// The text with its line ends written as \n.
inline std::string with_visible_ends(std::string text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.replace(at, 1, "\\n");
  return text;
}

/// Runs the call and judges the facts that all of them share: the returned error, no error left behind, and
/// the current device.
inline testing::AssertionResult asked_well(AskDevices& op) {
  channel::end_workers();  // the number of devices never changes in a process
  if (auto asked = channel::ask(op); !asked) return asked;
  using namespace device_numbers;
  const auto found = op.found.values(), expected = op.expected.values();
  constexpr auto wanted = [](std::int64_t code) {
    return code == 0 ? "cudaSuccess" : "cudaErrorInvalidDevice";
  };
  if (found[error] != expected[error])
    return holds(op, false,
                 fmt::format("returned error {}, expected {} ({})", found[error], expected[error],
                             wanted(expected[error])));
  if (found[left_behind] != 0)
    return holds(op, false,
                 fmt::format("leaves error {} for the next cudaGetLastError(), so the check after a "
                             "later launch would report it. Clear it with cudaGetLastError()",
                             found[left_behind]));
  return holds(
      op, found[current] == expected[current],
      fmt::format("device {} is current afterwards, expected device {}", found[current], expected[current]));
}

/// Numbers first, first + 1, ... with their names, then all of the rest and the words.
inline testing::AssertionResult all_right(AskDevices& op, const std::vector<std::string>& names = {}) {
  if (auto asked = asked_well(op); !asked) return asked;
  const std::string text = text_of(op.found_text), wanted = text_of(op.expected_text);
  if (text != wanted) {
    oracle::Comparison seen{
        false, fmt::format("says \"{}\", expected \"{}\"", with_visible_ends(text), with_visible_ends(wanted))};
    if (wanted == text + '\n') seen.remedy = {repairs::Repair::end_line, text};
    return channel::judge(op, seen);
  }
  for (std::size_t at = 0; at < AskDevices::numbers; ++at) {
    const auto found = op.found.values()[at], expected = op.expected.values()[at];
    const std::size_t number = at - device_numbers::first;
    if (found != expected)
      return holds(
          op, false,
          fmt::format("{} is {}, expected {}",
                      number < names.size() ? names[number] : fmt::format("number {}", at), found, expected));
  }
  return same_bytes(op, op.found_text, op.expected_text);
}

inline testing::AssertionResult counts(int devices) {
  AskDevices op;
  op.question = Question::count;
  op.devices = devices;
  return all_right(op, {"the count"});
}

/// Device `device` of `devices`, while device `current` is current and `busy` has memory in use.
inline testing::AssertionResult describes(int devices, int device, int current, int busy = -1) {
  AskDevices op;
  op.question = Question::describe;
  op.devices = devices;
  op.device = device;
  op.current = current;
  op.busy_device = busy;
  op.busy_bytes = busy < 0 ? 0 : std::int64_t{any_between(3, 40)} << 20;
  return all_right(op, {"the major compute capability", "the minor compute capability", "total_bytes",
                        "free_bytes", "allocated_bytes"});
}

inline testing::AssertionResult selects(int devices, int device, int current) {
  AskDevices op;
  op.question = Question::select;
  op.devices = devices;
  op.device = device;
  op.current = current;
  return all_right(op);
}

inline testing::AssertionResult reports(int devices, int busy = -1) {
  AskDevices op;
  op.question = Question::report;
  op.devices = devices;
  op.busy_device = busy;
  op.busy_bytes = busy < 0 ? 0 : std::int64_t{any_between(3, 40)} << 20;
  return all_right(op);
}

}  // namespace gridmark::lab0
