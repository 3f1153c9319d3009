#include "grader/sandbox/options.h"

#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <string_view>

namespace gridmark::sandbox {
namespace {

double positive_seconds(const std::string& name, const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) || value <= 0)
    throw UsageError(name + " wants a number of seconds above 0, found \"" + text + "\"");
  return value;
}

std::int64_t whole_number(const std::string& name, const std::string& text, std::int64_t least) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most)
    throw UsageError(name + " wants a whole number from " + std::to_string(least) + ", found \"" + text +
                     "\"");
  return value;
}

Mode mode_named(const std::string& text) {
  if (text == "auto") return Mode::automatic;
  if (text == "bubblewrap") return Mode::bubblewrap;
  if (text == "landlock") return Mode::landlock;
  if (text == "none") return Mode::none;
  throw UsageError("--mode is auto, bubblewrap, landlock or none, found \"" + text + "\"");
}

std::string_view mode_name(Mode mode) {
  switch (mode) {
    case Mode::bubblewrap:
      return "bubblewrap";
    case Mode::landlock:
      return "landlock";
    case Mode::none:
      return "none";
    case Mode::automatic:
      break;
  }
  return "auto";
}

std::string control_named(const std::string& text) {
  for (const char* name : {"auto", "cgroup2", "cgroup1", "watchdog"})
    if (text == name) return text;
  throw UsageError("--control is auto, cgroup2, cgroup1 or watchdog, found \"" + text + "\"");
}

bool absolute(std::string_view path) { return path.starts_with('/'); }

Bind parse_bind(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0 || !absolute(std::string_view(text).substr(colon + 1)))
    throw UsageError("--read wants HOST:/INSIDE, found \"" + text + "\"");
  return {text.substr(0, colon), text.substr(colon + 1)};
}

Export parse_export(const std::string& text) {
  const std::size_t first = text.find(':'), last = text.rfind(':');
  if (!absolute(text) || first == last || first + 1 == last)
    throw UsageError("--export wants /INSIDE:HOST:MAXBYTES, found \"" + text + "\"");
  return {text.substr(0, first), text.substr(first + 1, last - first - 1),
          whole_number("--export", text.substr(last + 1), 1)};
}

std::string device_path(const std::string& text) {
  if (!absolute(text)) throw UsageError("--device wants the path of a device node, found \"" + text + "\"");
  return text;
}

std::string parse_variable(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos)
    throw UsageError("--env wants NAME=VALUE, found \"" + text + "\"");
  return text;
}

using Handler = std::function<void(Options&, const std::string& name, const std::string& value)>;

Handler seconds(double Options::*field) {
  return [=](Options& o, const std::string& n, const std::string& v) { o.*field = positive_seconds(n, v); };
}

Handler number(std::int64_t Options::*field, std::int64_t least) {
  return
      [=](Options& o, const std::string& n, const std::string& v) { o.*field = whole_number(n, v, least); };
}

Handler descriptor(int Options::*field) {
  return [=](Options& o, const std::string& n, const std::string& v) {
    o.*field = static_cast<int>(whole_number(n, v, 0));
  };
}

const std::map<std::string, Handler, std::less<>>& handlers() {
  using S = const std::string&;
  static const std::map<std::string, Handler, std::less<>> table{
      {"--mode", [](Options& o, S, S v) { o.mode = mode_named(v); }},
      {"--report-fd", descriptor(&Options::report_fd)},
      {"--wall-seconds", seconds(&Options::wall_seconds)},
      {"--cpu-seconds", seconds(&Options::cpu_seconds)},
      {"--memory-mib", number(&Options::memory_mib, 1)},
      {"--processes", number(&Options::processes, 1)},
      {"--output-kib", number(&Options::output_kib, 1)},
      {"--file-size-mib", number(&Options::file_size_mib, 1)},
      {"--files", number(&Options::files, 1)},
      {"--tmp-mib", number(&Options::tmp_mib, 1)},
      {"--control", [](Options& o, S, S v) { o.control = control_named(v); }},
      {"--landlock-version",
       [](Options& o, S n, S v) { o.landlock_version = static_cast<int>(whole_number(n, v, 0)); }},
      {"--read", [](Options& o, S, S v) { o.read.push_back(parse_bind(v)); }},
      {"--device", [](Options& o, S, S v) { o.devices.push_back(device_path(v)); }},
      {"--devices",
       [](Options& o, S, S v) {
         if (v != "nvidia") throw UsageError("--devices is nvidia, found \"" + v + "\"");
         o.nvidia = true;
       }},
      {"--work", number(&Options::work_mib, 1)},
      {"--chdir", [](Options& o, S, S v) { o.chdir = v; }},
      {"--keep-fd",
       [](Options& o, S n, S v) { o.keep_fds.push_back(static_cast<int>(whole_number(n, v, 3))); }},
      {"--export", [](Options& o, S, S v) { o.exports.push_back(parse_export(v)); }},
      {"--env", [](Options& o, S, S v) { o.environment.push_back(parse_variable(v)); }},
      {"--channel-fd", descriptor(&Options::channel_fd)},
      {"--write", [](Options& o, S, S v) { o.writable.push_back(v); }},
  };
  return table;
}

bool parse_switch(Options& options, const std::string& name) {
  if (name == "--trust") return options.trust = true;
  if (name == "--memory-by-watchdog") return options.memory_by_watchdog = true;
  if (name == "--tasks-by-group") return options.tasks_by_group = true;
  return false;
}

}  // namespace

Options parse_options(const std::vector<std::string>& arguments) {
  Options options;
  std::size_t i = 0;
  for (; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string& name = arguments[i];
    if (parse_switch(options, name)) continue;
    const auto handler = handlers().find(name);
    if (handler == handlers().end()) throw UsageError("unknown option \"" + name + "\"");
    if (++i == arguments.size()) throw UsageError(name + " wants a value");
    handler->second(options, name, arguments[i]);
  }
  if (i + 1 >= arguments.size()) throw UsageError("no command: end the options with -- PROGRAM ARGS...");
  options.command.assign(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1, arguments.end());
  return options;
}

namespace {

void add_landlock_arguments(std::vector<std::string>& words, const Options& options) {
  words.insert(words.end(), {"--landlock-version", std::to_string(options.landlock_version)});
  for (const Bind& bind : options.read) words.insert(words.end(), {"--read", bind.host + ":" + bind.inside});
}

}  // namespace

std::vector<std::string> stub_arguments(const Options& options) {
  std::vector<std::string> words{"--mode",          std::string(mode_name(options.mode)),
                                 "--cpu-seconds",   std::to_string(options.cpu_seconds),
                                 "--memory-mib",    std::to_string(options.memory_mib),
                                 "--processes",     std::to_string(options.processes),
                                 "--file-size-mib", std::to_string(options.file_size_mib),
                                 "--files",         std::to_string(options.files),
                                 "--tmp-mib",       std::to_string(options.tmp_mib),
                                 "--channel-fd",    std::to_string(options.channel_fd)};
  if (options.mode == Mode::landlock) add_landlock_arguments(words, options);
  for (const std::string& folder : options.writable) words.insert(words.end(), {"--write", folder});
  for (const std::string& device : options.devices) words.insert(words.end(), {"--device", device});
  if (options.memory_by_watchdog) words.push_back("--memory-by-watchdog");
  if (options.tasks_by_group) words.push_back("--tasks-by-group");
  if (options.work_mib > 0) words.insert(words.end(), {"--work", std::to_string(options.work_mib)});
  if (!options.chdir.empty()) words.insert(words.end(), {"--chdir", options.chdir});
  // The command can read these words, so they do not contain the host's name of an export.
  for (const Export& file : options.exports) words.insert(words.end(), {"--export", file.inside + ":-:1"});
  for (const std::string& variable : options.environment) words.insert(words.end(), {"--env", variable});
  words.push_back("--");
  words.insert(words.end(), options.command.begin(), options.command.end());
  return words;
}

std::vector<std::string> command_environment(const Options& options) {
  std::vector<std::string> variables{"PATH=/usr/bin:/bin", "HOME=/tmp", "LANG=C.UTF-8", "TMPDIR=/tmp"};
  for (const std::string& added : options.environment) {
    const std::string name = added.substr(0, added.find('=') + 1);
    std::erase_if(variables, [&](const std::string& variable) { return variable.starts_with(name); });
    variables.push_back(added);
  }
  return variables;
}

}  // namespace gridmark::sandbox
