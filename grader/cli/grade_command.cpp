// gridmark grade LAB: one submission, from files to a score.
#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "base/nearest.h"
#include "grader/cli/audience_option.h"
#include "grader/cli/commands.h"
#include "grader/cli/device_option.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/core/number_text.h"
#include "grader/load/load_course.h"
#include "grader/load/load_manual.h"
#include "grader/load/load_record.h"
#include "grader/load/load_rubric.h"
#include "grader/pipeline/grade.h"
#include "grader/report/audience.h"
#include "grader/report/gradebook.h"
#include "grader/report/html_printer.h"
#include "grader/report/json_printer.h"
#include "grader/report/terminal_printer.h"
#include "grader/schedule/batch.h"
#include "grader/schedule/downloads.h"
#include "grader/schedule/tree.h"
#include "grader/system/clock.h"
#include "grader/system/files.h"
#include "grader/system/temp_folder.h"
#include "grader/system/user_scope.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

struct GradeOptions {
  std::string lab;
  std::string submission;
  std::string device = "auto";
  std::string record_file;
  std::string html_file;
  std::string manual_file;
  std::vector<std::string> only;
  bool all = false;
  bool json = false;
  bool quick = false;
  bool trust_submission = false;
  double tolerance_percent = 3;
  std::string audience = "staff";
};

constexpr const char* grade_examples = R"(
Examples:
  gridmark grade lab1-gpu-basics                             grade starter/lab1-gpu-basics
  gridmark grade lab1-gpu-basics --submission ~/lab1         grade another folder
  gridmark grade --all --submission ~/my-labs                grade every lab of a repository, with the course's total
  gridmark grade lab1-gpu-basics --quick                     only check whether results are right, in seconds
  gridmark grade lab1-gpu-basics --only tiled_correct        grade one item of the rubric
  gridmark grade lab1-gpu-basics --device cuda               run on a GPU (counts still come from the emulated device)
  gridmark grade lab1-gpu-basics --json | jq .points         print the record, for programs
  gridmark grade lab1-gpu-basics --manual manual.csv         use points that a person gave
  gridmark grade lab1-gpu-basics --audience student          make a table and a page that name no hidden test

gridmark writes the report and the record to results/LAB/. Use --html and --record to choose other files.
A person must judge some items by hand. Until then, the total is a range, and its lower end decides whether the
submission passes. `gridmark manual` makes a table of these items.
--quick skips items that are counted, timed or slow, and items that need one of these first. Skipped items show no
points, and the run is not a grade.
If the machine is too restless for timing, timed items are deferred, and the total is a range. Use `gridmark merge` to
fill them in from a grade on a quieter machine.
Exit codes: 0 graded and passing, 1 graded and below the pass mark, 2 could not grade, 64 wrong usage.)";

/// Errors that the user's command line caused are wrong usage; the rest is a grade that could not be made.
struct Targets {
  fs::path record, html;
};

Targets targets_of(const GradeOptions& options) {
  const fs::path folder = fs::path("results") / options.lab;
  return {options.record_file.empty() ? folder / "record.json" : fs::path(options.record_file),
          options.html_file.empty() ? folder / "report.html" : fs::path(options.html_file)};
}

/// Better told now than after the grade. A link in place of results/LAB can come with a student's repository
/// and lead to another's results.
Result<void> require_folders(const GradeOptions& options) {
  const fs::path folder = fs::path("results") / options.lab;
  std::error_code ignored;
  if (options.record_file.empty() || options.html_file.empty())
    for (const fs::path& way : {folder.parent_path(), folder})
      if (fs::is_symlink(way, ignored))
        return failure(
            Error::Source::filesystem, way,
            "is a link, expected a folder. Remove it, or use --record and --html to name other files");
  for (const std::string& file : {options.record_file, options.html_file}) {
    const fs::path named = fs::path(file).parent_path();
    if (!named.empty() && !fs::is_directory(named))
      return failure(Error::Source::filesystem, named,
                     "is not a folder. Make it first, or name another file");
  }
  return {};
}

Result<void> write_report(const fs::path& file, const std::string& text, bool make_folder) {
  std::error_code problem;
  if (make_folder) fs::create_directories(file.parent_path(), problem);
  if (problem)
    return failure(Error::Source::filesystem, file.parent_path(),
                   "cannot be made: " + problem.message() + ". Use --record or --html to name another file");
  return system::write_file_atomically(file, text);
}

/// The grade that is about to be overwritten, if it is one of the same folder: a page says what changed.
std::optional<GradeRecord> earlier_attempt(const fs::path& file, const GradeRecord& record) {
  auto earlier = system::read_file(file, load::most_record_bytes).and_then([](const std::string& text) {
    return load::load_record(text);
  });
  if (!earlier || earlier->lab != record.lab || earlier->submission != record.submission) return std::nullopt;
  return *std::move(earlier);
}

report::Audience reader_of(const GradeOptions& options) {
  return value_of<report::Audience>(options.audience).value_or(report::Audience::student);
}

/// A record that nothing can read later would be in the way of a whole class's.
Result<std::string> readable_text(const GradeRecord& record) {
  std::string text = report::print_json(record);
  return load::load_record(text, "record.json").map([&](const GradeRecord&) { return text; });
}

/// The record has all, whoever reads the page.
Result<void> write_reports(const GradeOptions& options, const Targets& targets, const GradeRecord& record) {
  std::optional<GradeRecord> earlier = earlier_attempt(targets.record, record);
  if (earlier) earlier = report::for_audience(*earlier, reader_of(options));
  const std::string text = TRY(readable_text(record));
  TRY(write_report(targets.record, text, options.record_file.empty()));
  return write_report(
      targets.html,
      report::print_html(report::for_audience(record, reader_of(options)), earlier ? &*earlier : nullptr),
      options.html_file.empty());
}

void show(const GradeOptions& options, const Targets& targets, const GradeRecord& record,
          const Terminal& terminal) {
  if (options.json) {
    fmt::print("{}", report::print_json(record));
    return;
  }
  fmt::print("{}", report::print_terminal(record, {.colour = terminal.colour, .width = terminal.width}));
  fmt::print("Report  {}\nRecord  {}\n", targets.html.string(), targets.record.string());
}

/// Points that persons gave this submission: from the file that was named, and from no other. Whoever grades
/// in a student's repository has only the student's files around.
Result<std::vector<ManualPoints>> manual_points(const GradeOptions& options,
                                                const pipeline::GradeRequest& request) {
  if (options.manual_file.empty()) return std::vector<ManualPoints>{};
  const fs::path file = options.manual_file;
  return load::load_manual(file, request.rubric).map([&](const std::vector<ManualPoints>& all) {
    std::vector<ManualPoints> own;
    std::vector<std::string> others;
    for (const ManualPoints& given : all) {
      if (load::meant_submission(given.submission, {request.submission.string()}, file.string()))
        own.push_back(given);
      else
        others.push_back(given.submission);
    }
    if (own.empty())
      fmt::print(stderr, "gridmark: {} has no points for {}{}\n", file.string(), request.submission.string(),
                 others.empty() ? "" : suggestion(request.submission.string(), others));
    return own;
  });
}

/// A folder that holds the lab's files: what was named, or where they lie in it. An archive is unpacked for
/// the time of this process. Where no file of the lab is found the grade says what is missing.
Result<fs::path> submission_folder(const std::string& named, const Lab& lab) {
  static std::optional<system::TempFolder> unpacked;
  fs::path folder = named;
  if (const auto uploads = schedule::uploads_in(named); !uploads.empty()) {
    unpacked = TRY(system::TempFolder::make());
    folder = TRY(schedule::stage_uploads(uploads, unpacked->path()));
  }
  return schedule::find_submission(folder, lab).value_or(folder);
}

Result<pipeline::GradeRequest> make_request(const GradeOptions& options, const Installation& installation) {
  pipeline::GradeRequest request;
  auto lab = TRY(load::load_lab(installation.course, options.lab));
  auto rubric = TRY(load::load_rubric(lab.rubric, lab.name));
  request.lab = std::move(lab);
  request.rubric = std::move(rubric);
  const auto submission =
      TRY(options.submission.empty() ? Result<fs::path>(request.lab.starter)
                                     : submission_folder(options.submission, request.lab));
  request.submission = submission;
  request.only = options.only;
  request.quick = options.quick;
  request.trust = options.trust_submission ? system::Trust::yes : system::Trust::no;
  request.tolerance = options.tolerance_percent / 100;
  return manual_points(options, request).map([&](std::vector<ManualPoints> given) {
    request.manual = std::move(given);
    return request;
  });
}

int grade_one(const GradeOptions& options) {
  static system::StopFlag stop;  // signal handlers need it to the end of the process
  system::stop_on_signals(stop);
  const auto installation = find_installation();
  if (!installation) return refuse(installation.error());
  if (const auto hidden = system::require_out_of_sight(installation->paths); !hidden)
    return refuse(hidden.error());
  auto request = make_request(options, *installation);
  if (!request) return refuse(request.error());
  const Targets targets = targets_of(options);
  if (const auto there = require_folders(options); !there) return refuse(there.error());
  const auto choice = chosen_device(options.device, request->lab, installation->paths, stop);
  if (!choice) return refuse(choice.error());
  request->device = choice->device;
  request->gpus = choice->gpus;
  request->gpu_words = choice->gpu_words;

  system::enter_user_scope();
  if (choice->compile_only)
    return show_compiled({request->lab, request->submission, request->trust}, installation->paths, stop);
  const Terminal terminal = Terminal::detect();
  ProgressLine progress(terminal.errors_are_terminal);
  const system::SystemClock clock;
  Result<GradeRecord> record = pipeline::grade(
      *request, {installation->paths, stop, clock, [&](const std::string& step) { progress.show(step); }});
  progress.clear();
  if (!record && stop.requested()) {
    fmt::print(stderr, "gridmark: stopped before the grade was complete. Nothing was written\n");
    return exit_stopped;
  }
  if (!record) return refuse(record.error());
  if (!options.submission.empty() && !schedule::uploads_in(options.submission).empty())
    record->submission = options.submission;  // not where it was unpacked
  show(options, targets, report::for_audience(*record, reader_of(options)), terminal);
  if (const auto written = write_reports(options, targets, *record); !written) return refuse(written.error());
  return record->passing ? exit_passing : exit_below;
}

/// The course's labs that a repository has, with their folders.
Result<std::vector<std::pair<std::string, fs::path>>> labs_in_repository(const fs::path& repository,
                                                                         const Installation& installation) {
  std::vector<std::pair<std::string, fs::path>> found;
  for (const std::string& lab : load::lab_names(installation.course)) {
    const auto folder = TRY(schedule::find_lab_folder(repository, lab));
    if (!folder.empty()) found.emplace_back(lab, folder);
  }
  if (found.empty())
    return failure(Error::Source::usage, repository.string(),
                   "contains no folder of a lab, expected LAB or starter/LAB, for example " +
                       load::lab_names(installation.course).front());
  return found;
}

/// A line for each lab, and the course's total where there is a course.json.
Result<void> show_course(const std::vector<GradeRecord>& records, const fs::path& course_folder) {
  std::vector<LabGrade> grades;
  for (const GradeRecord& record : records) {
    grades.push_back(schedule::grade_of(record));
    grades.back().state = GradeState::graded;
    fmt::print("{:<24} {} of {}{}\n", record.lab, range_text(record.points, record.points_at_most),
               points_text(record.max_points), record.credit ? "" : " (no credit)");
  }
  const auto course = TRY(load::load_course(course_folder));
  if (!course) return {};
  const CourseTotal total = course_total(*course, grades);
  fmt::print("{:<24} {} of {}, {} to pass: {}\n", "course", range_text(total.total, total.total_at_most),
             points_text(total.core_of), points_text(course->pass_mark),
             report::course_standing_words(total));
  return {};
}

int grade_all(const GradeOptions& options) {
  const auto installation = find_installation();
  if (!installation) return refuse(installation.error());
  const fs::path repository = options.submission.empty() ? fs::path(".") : fs::path(options.submission);
  const auto labs = labs_in_repository(repository, *installation);
  if (!labs) return refuse(labs.error());
  std::error_code ignored;
  if (!fs::is_regular_file(repository / "README.md", ignored))
    fmt::print(stderr, "gridmark: the repository has no README.md at its top\n");
  int worst = exit_passing;
  std::vector<GradeRecord> records;
  for (const auto& [lab, folder] : *labs) {
    GradeOptions one = options;
    one.lab = lab;
    one.submission = folder.string();
    const int code = grade_one(one);
    if (code == exit_stopped) return code;
    worst = std::max(worst, code);
    if (code > exit_below) continue;
    auto record = system::read_file(targets_of(one).record, load::most_record_bytes)
                      .and_then([](const std::string& text) { return load::load_record(text); });
    if (record) records.push_back(*std::move(record));
  }
  if (const auto shown = options.json ? Result<void>() : show_course(records, installation->paths.source);
      !shown)
    return refuse(shown.error());
  return worst;
}

int run_grade(const GradeOptions& options) {
  if (options.all == !options.lab.empty())
    return refuse({Error::Source::usage, "LAB",
                   "expected either the name of a lab, or --all for every lab of a repository"});
  if (!options.all) return grade_one(options);
  if (!options.record_file.empty() || !options.html_file.empty() || !options.only.empty() ||
      !options.manual_file.empty())
    return refuse({Error::Source::usage, "--all",
                   "cannot be used with --record, --html, --only or --manual, which are for "
                   "one lab. Leave them out: gridmark writes results/LAB for each lab"});
  return grade_all(options);
}

}  // namespace

void add_grade_command(CLI::App& app, int& exit_code) {
  static GradeOptions options;
  CLI::App* command = app.add_subcommand("grade", "Build, test, measure and score one submission");
  command->footer(grade_examples);
  command->add_option("LAB", options.lab, "The lab's name (`gridmark labs` lists them)");
  command->add_flag("--all", options.all,
                    "Grade every lab folder of a repository, and print the course's total\n(--submission, "
                    "default: the current folder)");
  command
      ->add_option("--submission", options.submission,
                   "The student's folder or archive (default: starter/LAB)")
      ->type_name("DIR");
  add_device_option(*command, options.device);
  command->add_option("--record", options.record_file, "Write the record (JSON) to this file")
      ->type_name("FILE");
  command->add_option("--html", options.html_file, "Write the report (one HTML page) to this file")
      ->type_name("FILE");
  command->add_option("--manual", options.manual_file, "Use the points in this table from `gridmark manual`")
      ->type_name("FILE");
  command->add_option("--only", options.only, "Grade only this item of the rubric (repeatable)")
      ->type_name("ITEM")
      ->allow_extra_args(false);
  command->add_flag("--quick", options.quick,
                    "Only check whether results are right: skip items that are counted, timed or slow");
  command
      ->add_option(
          "--tolerance", options.tolerance_percent,
          "Time items only if the reference, timed against itself, is equal\nwithin this (at most 3)")
      ->check(CLI::Range(1e-6, 3.0))
      ->capture_default_str()
      ->type_name("PERCENT");
  add_audience_option(*command, options.audience);
  command->add_flag("--json", options.json, "Print the record instead of the table");
  add_plain_option(*command);
  command->add_flag("--trust-submission", options.trust_submission,
                    "Run the submission even if no sandbox works. The record notes this");
  command->callback([&exit_code] { exit_code = run_grade(options); });
}

}  // namespace gridmark::cli
