// gridmark report RECORD... --to FORMAT: grades as other systems read them; nothing is graded again.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>

#include "base/nearest.h"
#include "grader/cli/audience_option.h"
#include "grader/cli/commands.h"
#include "grader/cli/record_files.h"
#include "grader/cli/report_files.h"
#include "grader/cli/stop_commands.h"
#include "grader/cli/terminal.h"
#include "grader/core/moment.h"
#include "grader/report/exports.h"
#include "grader/report/text.h"
#include "grader/system/environment.h"
#include "grader/system/files.h"
#include "grader/system/log_commands.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  std::vector<std::string> results, fields;
  std::string format, output, previous;
  std::string audience = "student";
  bool before_lateness = false;
};

constexpr const char* report_examples = R"(
Examples:
  gridmark report results/lab1/record.json --to html -o report.html       a page for the student
  gridmark report results --to csv -o lines.csv                           every item of every record below results
  gridmark report results --to html -o pages                              a page each, in pages/STUDENT/LAB
  gridmark report results/lab1/record.json --to github                    in a step of GitHub Actions
  gridmark report results/lab1/record.json --to gitlab -o .               JUnit and code quality for GitLab
  gridmark report record.json --to gradescope -o /autograder/results/results.json
  gridmark report results --to canvas --field assignment-id=84512 -o canvas.csv
  gridmark report record.json --to html --audience staff                  with the hidden tests
  gridmark report results --to html -o pages --audience student-after-due   with tests that are no longer secret

A report for students leaves out the names, inputs and outputs of hidden tests. A lab can show them after its deadline
or after grades are published ("hidden_tests" in lab.json). Use --audience staff to see everything. Open points count
as 0, and the text next to them gives the range. docs/exports.md describes each format.
Exit codes: 0 written, 2 a record cannot be read or a file cannot be written, 64 wrong usage, or a record that this
format cannot use.)";

/// "2026-01-31T23:59:00.125Z"
std::string now() {
  using namespace std::chrono;
  const auto since = system_clock::now().time_since_epoch();
  std::string text = moment_text(duration_cast<seconds>(since).count());
  text.pop_back();
  return text + fmt::format(".{:03}Z", duration_cast<milliseconds>(since).count() % 1000);
}

std::string workspace() {
  for (const char* name : {"GITHUB_WORKSPACE", "CI_PROJECT_DIR"})
    if (const std::string folder = system::environment_variable(name); !folder.empty()) return folder;
  std::error_code ignored;
  return fs::current_path(ignored).string();
}

Result<report::ExportContext> make_context(const ReportOptions& options) {
  report::ExportContext context;
  context.audience = value_of<report::Audience>(options.audience).value_or(report::Audience::student);
  context.now = now();
  context.token = random_token();
  context.workspace = workspace();
  for (const std::string& field : options.fields) {
    const auto equals = field.find('=');
    if (equals == field.npos || equals == 0)
      return failure(Error::Source::usage, "--field",
                     fmt::format("found \"{}\", expected NAME=VALUE", field));
    context.fields[field.substr(0, equals)] = field.substr(equals + 1);
  }
  return context;
}

Result<const report::ExportFormat*> find_format(const std::string& name) {
  std::vector<std::string> names;
  for (const report::ExportFormat& format : report::export_formats()) {
    if (format.name == name) return &format;
    names.push_back(format.name);
  }
  return failure(Error::Source::usage, "--to",
                 fmt::format("found \"{}\", which is not a format{}", name, suggestion(name, names)));
}

/// Nobody's points may be taken from the wrong total.
Result<void> check_lateness(const ReportOptions& options, const report::ExportFormat& format,
                            const std::vector<RecordFile>& files) {
  for (const RecordFile& file : files)
    if (format.is_grade && !options.before_lateness && file.record.source &&
        !file.record.source->late.empty())
      return failure(
          Error::Source::usage, file.path.string(),
          fmt::format("is late ({}), but only the gradebook of the batch has its points after lateness. Use "
                      "the gradebook, or --before-lateness",
                      report::printable(file.record.source->late)));
  return {};
}

/// What the reader of the terminal should know, and the reader of the report cannot see.
void print_notes(const report::ExportContext& context, const report::ExportFormat& format,
                 const std::vector<RecordFile>& files) {
  const auto any = [&](Visibility visibility) {
    return std::any_of(files.begin(), files.end(), [&](const RecordFile& file) {
      return std::any_of(file.record.tests.begin(), file.record.tests.end(),
                         [&](const TestResult& test) { return test.visibility == visibility; });
    });
  };
  if (context.audience != report::Audience::staff && any(Visibility::unknown))
    fmt::print(
        stderr,
        "gridmark: a record of an older gridmark does not mark hidden tests, so no test is shown. Grade "
        "again, or use --audience staff\n");
  const bool hides =
      any(Visibility::hidden) || any(Visibility::after_due) || any(Visibility::after_published);
  if (context.audience == report::Audience::staff && format.name == "gradescope" && hides)
    fmt::print(stderr, "gridmark: Gradescope shows students no total while it hides a test from them\n");
}

/// The summary of a step goes where the runner says, after what the step wrote before; the log to the log.
Result<void> write_for_github(const report::ExportFiles& files, const std::string& output) {
  system::allow_log_commands();
  fmt::print("{}", files.front().text);
  if (!output.empty()) return system::write_file_atomically(output, files.back().text);
  const std::string summary = system::environment_variable("GITHUB_STEP_SUMMARY");
  if (summary.empty()) {
    fmt::print(stderr,
               "gridmark: GITHUB_STEP_SUMMARY is not set, so there is no summary. Use -o to name a file\n");
    return {};
  }
  std::ofstream file(summary, std::ios::app | std::ios::binary);
  file << files.back().text;
  if (!file.flush()) return failure(Error::Source::filesystem, summary, "cannot be written");
  return {};
}

Result<std::optional<GradeRecord>> previous_grade(const ReportOptions& options) {
  if (options.previous.empty()) return std::optional<GradeRecord>();
  return read_record_file(options.previous).map([](RecordFile file) {
    return std::optional<GradeRecord>(std::move(file.record));
  });
}

/// Of every record that can be read.
Result<ExitCode> report(const ReportOptions& options) {
  const auto format = TRY(find_format(options.format));
  auto context = TRY(make_context(options));
  const auto previous = TRY(previous_grade(options));
  context.previous = previous.has_value() ? &*previous : nullptr;
  const auto read = TRY(read_records(options.results));
  TRY(check_lateness(options, *format, read.files));
  print_notes(context, *format, read.files);
  return reports_of(*format, read, context)
      .and_then([&](const std::vector<ReportFile>& reports) {
        if (format->name != "github") return write_reports(reports, options.output);
        return write_for_github({reports.front().file, reports.back().file}, options.output);
      })
      .map([&] { return read.all() ? exit_passing : exit_not_graded; });
}

std::string format_list() {
  std::string text = "One of:";
  for (const report::ExportFormat& format : report::export_formats()) {
    text += fmt::format("\n{:<12}  {}", format.name, format.summary);
    std::string fields;
    for (const std::string& field : format.fields) fields += (fields.empty() ? "" : ", ") + field;
    if (!fields.empty()) text += fmt::format("\n{:<12}  (fields: {})", "", fields);
  }
  return text;
}

}  // namespace

void add_report_command(CLI::App& app, int& exit_code) {
  static ReportOptions options;
  CLI::App* command = app.add_subcommand("report", "Write grades in the format of another system");
  command->footer(report_examples);
  command->add_option("RECORD", options.results, "Records, or folders with records")->required();
  command->add_option("--to", options.format, format_list())->required()->type_name("FORMAT");
  command
      ->add_option("-o,--output", options.output, "Write to this file or folder instead of standard output")
      ->type_name("FILE|DIR");
  add_audience_option(*command, options.audience);
  command->add_option("--previous", options.previous, "For html: show the changes since this record")
      ->type_name("RECORD");
  command
      ->add_option("--field", options.fields,
                   "A value that the format needs and records do not have (repeatable)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--before-lateness", options.before_lateness, "Use the full points of late submissions");
  command->callback([&exit_code] {
    const auto done = report(options);
    exit_code = done ? *done : refuse(done.error());
  });
}

}  // namespace gridmark::cli
