// gridmark profile TRACE.json --html FILE: the page of a timeline that a program has written.
#include "grader/cli/timeline_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "grader/cli/commands.h"
#include "grader/cli/terminal.h"
#include "grader/load/load_timeline.h"
#include "grader/report/timeline_html.h"
#include "grader/system/files.h"

namespace gridmark::cli {
namespace {

struct TimelinePageOptions {
  std::string trace, html;
};

int write_timeline_page(const TimelinePageOptions& options) {
  const std::string title = std::filesystem::path(options.trace).stem().string();
  const auto written =
      system::read_file(options.trace, static_cast<std::int64_t>(load::most_timeline_bytes))
          .and_then([&](const std::string& text) { return load::load_timeline(text, options.trace); })
          .and_then([&](const DeviceTimeline& timeline) {
            return system::write_file_atomically(options.html, report::print_timeline_html(title, timeline));
          });
  if (!written) return refuse(written.error());
  fmt::print("Page  {}\n", options.html);
  return exit_passing;
}

}  // namespace

bool names_trace(const std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  const auto is_value = [&](auto word) {
    return word != words.begin() && (*std::prev(word) == "--json" || *std::prev(word) == "--timeline");
  };
  for (auto word = words.begin(); word != end; ++word)
    if (!word->starts_with('-') && word->ends_with(".json") && !is_value(word)) return true;
  return false;
}

int make_timeline_page(const std::vector<std::string>& words) {
  TimelinePageOptions options;
  CLI::App app("Write a page of a timeline: streams as tracks, gaps, overlap and the critical path",
               "gridmark profile");
  app.add_option("TRACE", options.trace, "A trace that `gridmark profile --timeline TRACE PROGRAM` wrote")
      ->required();
  app.add_option("--html", options.html, "Write the page to this file")->type_name("FILE")->required();
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "gridmark: {}\nTry: gridmark profile trace.json --html page.html\n", error.what());
    return exit_wrong_usage;
  }
  return write_timeline_page(options);
}

}  // namespace gridmark::cli
