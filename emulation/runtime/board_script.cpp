#include "emulation/runtime/board_script.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string_view>

namespace gridmark::emulation {
namespace {

constexpr std::size_t most_script_bytes = 1 << 20;

struct ColumnRule {
  const char* name;
  double least, most;
  bool whole = false;
};
constexpr std::array<ColumnRule, 7> column_rules = {{{"seconds", 0, 1e6},
                                                     {"device", 0, 15, true},
                                                     {"utilisation in percent", 0, 100},
                                                     {"memory share in percent", 0, 100},
                                                     {"watts", 0, 2000},
                                                     {"degrees Celsius", 0, 200},
                                                     {"MHz", 0, 5000}}};

std::string shown(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  return text.back() == '.' ? text.substr(0, text.size() - 1) : text;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Text for an error: short, and without control characters for a terminal.
std::string quoted(std::string_view text) {
  std::string plain;
  for (const char c : text.substr(0, 40)) plain += c < 0x20 || c == 0x7f ? '?' : c;
  return '"' + plain + '"';
}

class Parser {
 public:
  Parser(const std::string& text, const std::string& file, int devices)
      : rest_(text), file_(file), devices_(devices) {}

  BoardScript parse() {
    for (; !rest_.empty() && script_.error.empty(); ++line_) {
      const std::string_view line = rest_.substr(0, rest_.find('\n'));
      rest_.remove_prefix(std::min(rest_.size(), line.size() + 1));
      const std::string_view words = trimmed(line);
      if (!words.empty() && words[0] != '#' && !is_heading(words)) parse_line(line);
    }
    if (script_.error.empty() && script_.samples.empty())
      fail(1, "has no sample, expected a line of 7 numbers");
    return std::move(script_);
  }

 private:
  bool is_heading(std::string_view words) {
    const bool first = !seen_;
    seen_ = true;
    return first && std::isalpha(static_cast<unsigned char>(words[0])) && words.substr(0, 3) != "nan" &&
           words.substr(0, 3) != "inf";
  }

  void parse_line(std::string_view line) {
    std::array<double, column_rules.size()> values{};
    std::size_t at = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (at > line.size())
        return fail(line.size() + 1, "the line ends after " + std::to_string(i) + " numbers, expected 7");
      const std::size_t end = std::min(line.find(',', at), line.size());
      if (!parse_number(trimmed(line.substr(at, end - at)), column_rules[i], at + 1, values[i])) return;
      at = end + 1;
    }
    if (at <= line.size()) return fail(at, "the line goes on after 7 numbers");
    keep(values);
  }

  bool parse_number(std::string_view text, const ColumnRule& rule, std::size_t column, double& value) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool number = problem == std::errc() && end == text.data() + text.size() && std::isfinite(value);
    if (number && value >= rule.least && value <= rule.most && (!rule.whole || value == std::floor(value)))
      return true;
    fail(column, "found " + quoted(text) + ", expected " + rule.name + ": " +
                     (rule.whole ? "a whole number" : "a number") + " from " + shown(rule.least) + " to " +
                     shown(rule.most));
    return false;
  }

  void keep(const std::array<double, column_rules.size()>& values) {
    const auto& [seconds, device, gpu, memory, watts, celsius, megahertz] = values;
    if (device >= devices_)
      return fail(1, "names device " + shown(device) + ", but there are " + std::to_string(devices_) +
                         " (GRIDMARK_DEVICES)");
    for (auto last = script_.samples.rbegin(); last != script_.samples.rend(); ++last) {
      if (last->device != static_cast<int>(device)) continue;
      if (last->from < seconds * 1e9) break;
      return fail(1, "the seconds must rise for each device: " + shown(seconds) + " follows " +
                         shown(last->from / 1e9));
    }
    script_.samples.push_back(
        {seconds * 1e9, static_cast<int>(device), {gpu / 100, memory / 100, watts, celsius, megahertz}});
  }

  void fail(std::size_t column, const std::string& why) {
    script_.error = file_ + ":" + std::to_string(line_) + ":" + std::to_string(column) + ": " + why;
  }

  std::string_view rest_;
  std::string file_;
  int devices_;
  std::size_t line_ = 1;
  bool seen_ = false;  ///< a line that is not a comment
  BoardScript script_;
};

std::string text_of(int descriptor, std::string& problem) {
  struct stat status {};
  std::string text;
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    problem = "is not a regular file";
  } else if (static_cast<std::size_t>(status.st_size) > most_script_bytes) {
    problem = "is larger than 1 MiB";
  } else {
    text.resize(most_script_bytes + 1);
    const ssize_t size = pread(descriptor, text.data(), text.size(), 0);
    if (size < 0) problem = std::string("cannot be read: ") + std::strerror(errno);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  }
  return text;
}

}  // namespace

BoardScript parse_board_script(const std::string& text, const std::string& file, int devices) {
  return Parser(text, file, devices).parse();
}

BoardScript read_board_script(const std::string& file, int devices) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) return {{}, file + ": cannot be opened: " + std::strerror(errno)};
  std::string problem;
  const std::string text = text_of(descriptor, problem);
  close(descriptor);
  if (!problem.empty()) return {{}, file + ": " + problem};
  return parse_board_script(text, file, devices);
}

}  // namespace gridmark::emulation
