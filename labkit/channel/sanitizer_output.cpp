#include "labkit/channel/sanitizer_output.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace gridmark::channel {
namespace {

using emulation::Finding;
using emulation::SourcePlace;

constexpr std::string_view bar = "=========";

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

/// The text between `before` and the first of `ends` after it. Empty if `before` is missing.
std::string_view between(std::string_view text, std::string_view before, std::string_view ends) {
  const std::size_t at = text.find(before);
  if (at == std::string_view::npos) return "";
  text.remove_prefix(at + before.size());
  return trimmed(text.substr(0, text.find_first_of(ends)));
}

/// The number at the front of `text`, without commas between thousands.
std::uint64_t number_at(std::string_view text) {
  std::uint64_t number = 0;
  for (const char c : text) {
    if (c == ',') continue;
    if (c < '0' || c > '9') break;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

/// The place "benchmark.cu:42" at the end of a line.
SourcePlace place_at_end(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return {};
  int line = 0;
  const auto [end, error] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), line);
  if (error != std::errc{} || line <= 0) return {};
  std::string_view file = text.substr(0, colon);
  if (const std::size_t in = file.rfind(" in "); in != std::string_view::npos) file.remove_prefix(in + 4);
  if (file.starts_with("/submission/")) file.remove_prefix(std::string_view("/submission/").size());
  return {std::string(file), line};
}

/// An access and its place: "tiled_kernel(float *)+0x160 in benchmark.cu:42".
struct Access {
  std::string kernel;
  SourcePlace place;
};

Access access_in(std::string_view text) {
  text = trimmed(text.substr(0, text.find(" [")));
  Access access{std::string(text.substr(0, text.find_first_of("(+"))), place_at_end(text)};
  if (access.kernel.starts_with("void ")) access.kernel.erase(0, 5);
  if (const auto arguments = access.kernel.find('<'); arguments != std::string::npos)
    access.kernel.resize(arguments);
  return access;
}

std::string at(const SourcePlace& place) {
  return place.line > 0 ? " at " + place.file + ":" + std::to_string(place.line) : "";
}

/// The lines of one report, without the bar.
using Lines = std::vector<std::string_view>;

std::string_view line_with(const Lines& lines, std::string_view start) {
  for (const std::string_view line : lines)
    if (line.starts_with(start)) return line;
  return "";
}

/// "block (0,0,0) thread (32,0,0) in kernel tiled_kernel", in the emulated device's words.
std::string who(const Lines& lines, const std::string& kernel) {
  const std::string_view by = line_with(lines, "by thread ");
  const std::string_view thread = between(by, "by thread ", " "), block = between(by, "in block ", "\n");
  std::string words;
  if (!block.empty()) words = "block " + std::string(block) + " thread " + std::string(thread) + " in ";
  return words + "kernel " + kernel;
}

class Reader {
 public:
  SanitizerReport read(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      std::string_view line = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      if (!line.starts_with(bar)) continue;  // output of the program
      line = trimmed(line.substr(bar.size()));
      if (begins_report(line) || line.empty()) {
        take(lines);
        lines.clear();
      }
      if (line.find("SUMMARY:") != std::string_view::npos) report_.finished = true;
      lines.push_back(line);
    }
    take(lines);
    return std::move(report_);
  }

 private:
  static bool begins_report(std::string_view line) {
    for (const std::string_view start :
         {"Invalid ", "Uninitialized ", "Barrier error", "Leaked ", "Program hit ", "Error: Race",
          "Warning: Race", "ERROR: Race", "WARNING: Race", "WARN: Race", "Race reported", "COMPUTE-SANITIZER",
          "Malloc/Free", "Cluster "})
      if (line.starts_with(start)) return true;
    return line.find("SUMMARY:") != std::string_view::npos;
  }

  void take(const Lines& lines) {
    if (lines.empty()) return;
    const std::string_view head = lines.front();
    if (head.starts_with("Invalid ")) return take_access(lines);
    if (head.starts_with("Uninitialized ")) return take_uninitialised(lines);
    if (head.starts_with("Barrier error")) return take_barrier(lines);
    if (head.starts_with("Leaked ")) return take_leak(lines);
    if (head.find("Race reported between ") != std::string_view::npos) return take_race(lines);
    if (head.starts_with("Malloc/Free")) return take_free(lines);
  }

  void take_access(const Lines& lines) {
    const std::string_view head = lines.front();  // Invalid __global__ write of size 4 bytes
    const Access access = access_of(lines);
    const std::string_view address = line_with(lines, "Address ");
    const bool misaligned = address.find("misaligned") != std::string_view::npos;
    const bool freed = address.find("freed") != std::string_view::npos;
    const std::string what(between(head, "Invalid ", "\n"));
    std::string message = (misaligned ? "misaligned access, " : "illegal memory access, ") + what + ", by " +
                          who(lines, access.kernel) + at(access.place);
    if (const std::string_view near = between(line_with(lines, "and is "), "and is ", "\n"); !near.empty())
      message += ": " + std::string(near);
    add(report_.findings, {misaligned ? Finding::Kind::misaligned
                           : freed    ? Finding::Kind::use_after_free
                                      : Finding::Kind::out_of_bounds,
                           access.kernel, access.place, message});
  }

  void take_uninitialised(const Lines& lines) {
    const Access access = access_of(lines);
    add(report_.findings,
        {Finding::Kind::uninitialised_read, access.kernel, access.place,
         "read of device memory that was never written, by " + who(lines, access.kernel) + at(access.place)});
  }

  void take_barrier(const Lines& lines) {
    const Access access = access_of(lines);
    add(report_.faults, {Finding::Kind::missing_synchronisation, access.kernel, access.place,
                         "a barrier that not all threads reach: " + who(lines, access.kernel) + " waits" +
                             at(access.place) + ", and others never come"});
  }

  /// The first line has one access, and the line "and Read access at ..." has the other. Both may be broken
  /// in two.
  void take_race(const Lines& lines) {
    std::string text;
    for (const std::string_view line : lines) text += (text.empty() ? "" : " ") + std::string(line);
    const std::size_t first = text.find(" access at "), other = text.find("and ", first);
    if (first == std::string::npos || other == std::string::npos) return;
    const Access one = access_in(std::string_view(text).substr(first + 11, other - first - 11));
    const std::string_view rest = std::string_view(text).substr(other + 4);
    const std::size_t second = rest.find(" access at ");
    if (second == std::string_view::npos) return;
    const Access two = access_in(rest.substr(second + 11, rest.find(" and ", second) - second - 11));
    const std::string kind(between(text, "between ", " ")), other_kind(trimmed(rest.substr(0, second)));
    add(report_.findings,
        {Finding::Kind::race, one.kernel, one.place,
         "race in shared memory in kernel " + one.kernel + ": a " + lower(kind) + at(one.place) + " and a " +
             lower(other_kind) + at(two.place) + " by another thread, with no barrier between them"});
  }

  void take_leak(const Lines& lines) {
    emulation::Allocation leak;
    leak.bytes = number_at(between(lines.front(), "Leaked ", " "));
    for (const std::string_view line : lines)  // frames from the runtime outwards
      if (line.starts_with("Host Frame:") && leak.place.line == 0)
        leak.place = place_at_end(trimmed(line.substr(0, line.find(" ["))));
    report_.leaks.push_back(leak);
    ++report_.total;
  }

  void take_free(const Lines& lines) {
    const Access access = access_of(lines);
    add(report_.findings,
        {Finding::Kind::double_free, access.kernel, access.place,
         "memory was freed that is not allocated, by " + who(lines, access.kernel) + at(access.place)});
  }

  static Access access_of(const Lines& lines) {
    const std::string_view line = line_with(lines, "at ");
    return line.empty() ? Access{} : access_in(line.substr(3));
  }

  static std::string lower(std::string word) {
    if (!word.empty() && word.front() >= 'A' && word.front() <= 'Z')
      word.front() = static_cast<char>(word.front() + 32);
    return word;
  }

  void add(std::vector<Finding>& all, Finding finding) {
    ++report_.total;
    const bool known = std::any_of(all.begin(), all.end(), [&](const Finding& one) {
      return one.kind == finding.kind && one.kernel == finding.kernel &&
             one.place.file == finding.place.file && one.place.line == finding.place.line;
    });
    if (!known) all.push_back(std::move(finding));
  }

  SanitizerReport report_;
};

}  // namespace

SanitizerReport read_sanitizer_output(std::string_view text) { return Reader().read(text); }

}  // namespace gridmark::channel
