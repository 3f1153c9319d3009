#include "grader/cli/batch_progress.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grader/report/text.h"

namespace gridmark::cli {
namespace {

constexpr double between_frames = 0.1;  // seconds; a terminal shows no more
constexpr double between_lines = 30;

std::string time_words(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string rate_words(const schedule::BatchStatus& status) {
  if (status.done == 0 || status.seconds < 1) return "";
  const double each = status.seconds / static_cast<double>(status.done);
  const std::string rate =
      each < 1 ? fmt::format("{:.1f} a second", 1 / each) : fmt::format("{:.1f} a minute", 60 / each);
  return fmt::format(", {}, about {} left", rate,
                     time_words(each * static_cast<double>(status.total - status.done)));
}

}  // namespace

std::string progress_words(const schedule::BatchStatus& status, std::size_t width) {
  std::string names;
  for (const std::string& name : status.names)
    names += (names.empty() ? ": " : ", ") + report::printable(name);
  const std::string line =
      fmt::format("{} {}/{}{}{}", status.step, status.done, status.total, rate_words(status), names);
  return report::columns(line) <= width ? line : report::padded(line, width);
}

BatchProgress::BatchProgress(const Terminal& terminal, const system::Clock& clock)
    : terminal_(terminal.errors_are_terminal),
      width_(terminal.output_is_terminal ? terminal.width - 1 : 79),
      clock_(clock),
      last_(-1e9),
      line_(terminal.errors_are_terminal) {}

void BatchProgress::show(const schedule::BatchStatus& status) {
  const double now = clock_.steady_seconds();
  const bool news = status.step != step_;
  if (!news && now - last_ < (terminal_ ? between_frames : between_lines)) return;
  last_ = now;
  step_ = status.step;
  if (terminal_)
    line_.show(progress_words(status, width_));
  else if (status.total > 0)
    fmt::print(stderr, "gridmark: {}\n", progress_words(status, 1000));
}

}  // namespace gridmark::cli
