// gridmark watch: the metrics of a training, live in the terminal.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "grader/cli/commands.h"
#include "grader/cli/terminal.h"
#include "grader/load/metrics_text.h"
#include "grader/report/metrics_view.h"
#include "grader/report/text.h"
#include "grader/system/clock.h"
#include "grader/system/device_states.h"
#include "grader/system/http_get.h"
#include "grader/system/running_program.h"

namespace gridmark::cli {
namespace {

struct WatchOptions {
  std::vector<std::string> target{"http://localhost:9400/metrics"};
  std::vector<std::string> families;
  double interval_seconds = 1, timeout_seconds = 10;
  bool once = false, json = false;
};

constexpr const char* watch_examples = R"(
Examples:
  gridmark watch                               show http://localhost:9400/metrics until Ctrl-C
  gridmark watch http://localhost:9400/metrics --interval 5
  gridmark watch -- ./train --epochs 3         run a program, and show its metrics until it ends
  gridmark watch --once --json                 print one reading, for a script
  gridmark watch http://localhost:9100/metrics --metric node_load1

You can use any endpoint that serves Prometheus text. Without --metric, gridmark shows these families: train_loss,
train_accuracy, learning_rate, samples_per_second, steps_total, gpu_busy_ratio, gpu_memory_used_bytes,
gpu_temperature_celsius, gpu_power_watts and ALERTS. If an endpoint has none of them, gridmark shows its first 100
values. A program that gridmark runs should serve /metrics on the port in GRIDMARK_METRICS_PORT.
Exit codes: 0 shown, 2 nothing answers for --timeout seconds or the answer is not Prometheus text, 64 wrong usage.
With -- PROGRAM, the exit code is the program's.)";

constexpr const char* port_variable = "GRIDMARK_METRICS_PORT";

/// Lines at the end of the terminal's output that are drawn anew.
class LiveLines {
 public:
  explicit LiveLines(const Terminal& terminal) : terminal_(terminal) {}

  /// In a file each drawing follows the one before.
  void draw(std::vector<std::string> lines) {
    erase();
    if (terminal_.output_is_terminal && lines.size() >= terminal_.height) lines.resize(terminal_.height - 1);
    lines_ = std::move(lines);
    print();
    if (!terminal_.output_is_terminal) fmt::print("\n");
    std::fflush(stdout);
  }

  /// Text of a program, above the lines; a last line without an end waits for it.
  void print_above(std::string_view text) {
    waiting_ += text;
    const std::size_t end = waiting_.size() > longest_waiting ? waiting_.size() : waiting_.rfind('\n') + 1;
    if (end == 0) return;
    erase();
    fmt::print("{}", std::string_view(waiting_).substr(0, end));
    waiting_.erase(0, end);
    print();
    std::fflush(stdout);
  }

  void end_text() {
    if (!waiting_.empty()) print_above("\n");
  }

 private:
  static constexpr std::size_t longest_waiting = 65536;

  void erase() const {
    if (terminal_.output_is_terminal && !lines_.empty()) fmt::print("\r\033[{}A\033[J", lines_.size());
  }
  void print() const {
    for (const std::string& line : lines_) fmt::print("{}\n", line);
  }

  const Terminal& terminal_;
  std::vector<std::string> lines_;
  std::string waiting_;
};

class WatchCommand {
 public:
  WatchCommand(const WatchOptions& options, std::string text, system::HttpUrl url)
      : options_(options), text_(std::move(text)), url_(std::move(url)), view_(options.families) {}

  int run() {
    static system::StopFlag stop;
    system::stop_on_signals(stop);
    for (double answered = clock_.steady_seconds();;) {
      const auto reading = read();
      const double now = clock_.steady_seconds();
      if (reading) show(*reading);
      if (reading && options_.once) return exit_passing;
      if (reading) answered = now;
      if (!reading && (is_final(reading.error()) || now - answered >= options_.timeout_seconds))
        return refuse(with_advice(reading.error()));
      if (!reading)
        say_once(fmt::format("{}: {}. Trying again for {:g} s", text_, reading.error().message,
                             options_.timeout_seconds));
      if (!system::sleep_seconds(reading ? options_.interval_seconds : pause(), stop)) return exit_passing;
    }
  }

  int run_beside(system::RunningProgram& program) {
    const auto print_above = [this](std::string_view text) { lines_.print_above(text); };
    const double started = clock_.steady_seconds();
    for (double seconds = pause();;) {
      if (const auto code = program.wait(seconds, print_above)) return end_of_program(*code);
      const auto reading = read();
      seconds = reading ? options_.interval_seconds : pause();
      if (reading) {
        show(*reading);
      } else if (is_final(reading.error()) ||
                 (!shown_ && clock_.steady_seconds() - started >= options_.timeout_seconds)) {
        say_once(message_of(with_advice(reading.error())));
      }
    }
  }

 private:
  double pause() const { return std::min(0.1, options_.interval_seconds); }

  /// errors  filesystem: no answer, which may come later; checker: an answer that is wrong
  Result<std::vector<ScrapedSample>> read() const {
    const auto reply = system::http_get(url_, {});
    if (!reply) return failure(reply.error().source, text_, reply.error().message);
    if (reply->status != 200)
      return failure(reply->status >= 500 ? Error::Source::filesystem : Error::Source::checker, text_,
                     fmt::format("answers with status {}, expected 200", reply->status));
    auto samples = load::parse_metrics_text(reply->body);
    if (!samples)
      return failure(Error::Source::checker, fmt::format("{}: {}", text_, samples.error().where),
                     samples.error().message + ". This is not Prometheus text (format 0.0.4)");
    return samples;
  }

  static bool is_final(const Error& error) { return error.source == Error::Source::checker; }

  Error with_advice(Error error) const {
    if (is_final(error)) return error;
    error.message += !shown_ && program_is_ours()
                         ? fmt::format(". The program should serve /metrics on the port in {}", port_variable)
                         : ". Start the training, or check host, port and path";
    return error;
  }
  bool program_is_ours() const { return options_.target.front() != text_; }

  void show(const std::vector<ScrapedSample>& reading) {
    shown_ = true;
    const std::string time = clock_.utc_now();
    if (options_.json) {
      fmt::print("{}",
                 report::print_reading_json(time, text_, report::samples_of(reading, options_.families)));
      std::fflush(stdout);
      return;
    }
    view_.add(reading);
    std::vector<std::string> lines = view_.lines(terminal_.width - 1);
    lines.insert(lines.begin(), fmt::format("{}  {}", report::printable(text_), time));
    lines_.draw(std::move(lines));
  }

  void say_once(const std::string& message) {
    if (said_.insert(message).second && said_.size() < 100)
      fmt::print(stderr, "gridmark: {}\n", report::printable(message));
  }

  int end_of_program(int code) {
    lines_.end_text();
    if (!shown_)
      say_once(fmt::format("{} ended before it served {}. A program finds the port for its metrics in {}",
                           options_.target.front(), text_, port_variable));
    return code;
  }

  const WatchOptions& options_;
  std::string text_;  ///< of the URL
  system::HttpUrl url_;
  Terminal terminal_ = Terminal::detect();
  LiveLines lines_{terminal_};
  report::MetricsView view_;
  system::SystemClock clock_;
  std::set<std::string> said_;
  bool shown_ = false;
};

int watch_program(const WatchOptions& options) {
  if (options.once)
    return refuse({Error::Source::usage, "--once", "works only with a URL, not with a program"});
  const auto port = system::free_port();
  if (!port) return refuse(port.error());
  const bool live = Terminal::detect().output_is_terminal && !options.json;
  auto program = system::RunningProgram::start(options.target, {fmt::format("{}={}", port_variable, *port)},
                                               options.json ? system::ProgramOutput::to_errors
                                               : live       ? system::ProgramOutput::kept
                                                            : system::ProgramOutput::as_ours);
  if (!program) return refuse(program.error());
  const std::string url = fmt::format("http://localhost:{}/metrics", *port);
  return WatchCommand(options, url, {"localhost", fmt::to_string(*port), "/metrics"}).run_beside(**program);
}

int run_watch(const WatchOptions& options) {
  const std::string& first = options.target.front();
  if (!first.starts_with("http://") && !first.starts_with("https://")) return watch_program(options);
  const auto url = system::parse_http_url(first);
  if (!url) return refuse(url.error());
  if (options.target.size() > 1)
    return refuse(
        {Error::Source::usage, options.target[1], "follows a URL, expected only one URL or a program"});
  return WatchCommand(options, first, *url).run();
}

}  // namespace

void add_watch_command(CLI::App& app, int& exit_code) {
  static WatchOptions options;
  CLI::App* command = app.add_subcommand("watch", "Show the metrics of a training live, with their curves");
  command->footer(watch_examples);
  command
      ->add_option("TARGET", options.target,
                   "A URL (default: " + options.target.front() + "), or after -- a program to run")
      ->type_name("URL | -- PROGRAM");
  command->add_option("-n,--interval", options.interval_seconds, "Seconds between two readings (default: 1)")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.01, 86400.0));
  command
      ->add_option("--timeout", options.timeout_seconds,
                   "Give up after this many seconds without an answer (default: 10)")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.0, 86400.0));
  command->add_option("--metric", options.families, "Show this family of metrics (repeatable)")
      ->type_name("NAME")
      ->expected(1)
      ->take_all();
  command->add_flag("--once", options.once, "Print one reading");
  command->add_flag("--json", options.json, "Print a line of JSON for each reading");
  add_plain_option(*command);
  command->callback([&exit_code] { exit_code = run_watch(options); });
}

}  // namespace gridmark::cli
