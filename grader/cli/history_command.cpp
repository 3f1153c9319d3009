// gridmark history STUDENT LAB: the story of one grade, and gradebooks of past days, out of a ledger.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/nearest.h"
#include "grader/cli/commands.h"
#include "grader/cli/terminal.h"
#include "grader/core/moment.h"
#include "grader/ledger/ledger.h"
#include "grader/report/gradebook.h"
#include "grader/report/history_printer.h"
#include "grader/system/files.h"

namespace gridmark::cli {
namespace {

struct HistoryOptions {
  std::string student, lab, results, at, output;
  bool gradebook = false, json = false, check = false;
};

constexpr const char* history_examples = R"(
Examples:
  gridmark history ada lab1-gpu-basics --results ~/grades       one grade
  gridmark history ada --results ~/grades                       every lab of this student
  gridmark history --gradebook --at 2026-10-20T12:00:00Z --results ~/grades -o then.csv
  gridmark history --check --results ~/grades                   check the ledger for damage

Each change of a grade has a time, an author and a reason. The history lists when a grade was made, rescored,
reviewed, given by hand, overridden or excused. It also lists when the course first saw the commit. The ledger is
RESULTS/course.sqlite, and its entries never change. To copy it, even while a batch runs, use
`sqlite3 course.sqlite ".backup copy.sqlite"`.
Exit codes: 0 shown, 2 the ledger cannot be read, 64 wrong usage or no such grade.)";

Result<void> show(const HistoryOptions& options, const std::string& text) {
  if (!options.output.empty()) return system::write_file_atomically(options.output, text);
  fmt::print("{}", text);
  return {};
}

Result<void> show_gradebook(const HistoryOptions& options, const ledger::Ledger& ledger) {
  if (!options.at.empty() && !parse_moment(options.at))
    return failure(Error::Source::usage, "--at",
                   "found \"" + options.at + "\", expected a time such as 2026-10-20T12:00:00Z");
  const std::string until = options.at.empty() ? "" : moment_text(*parse_moment(options.at));
  const auto book = TRY(ledger.book(until));
  if (!book) return failure(Error::Source::usage, options.results, "has no class before " + options.at);
  return show(options, report::print_gradebook(*book));
}

/// The labs that the ledger has events of, in the order of their first.
std::vector<std::string> labs_of(const std::vector<CourseEvent>& events) {
  std::vector<std::string> labs;
  for (const CourseEvent& event : events)
    if (std::find(labs.begin(), labs.end(), event.lab) == labs.end()) labs.push_back(event.lab);
  return labs;
}

/// Those that a grade rested on.
Result<std::vector<SeenCommit>> graded_commits(const ledger::Ledger& ledger, const std::string& repository,
                                               const std::vector<CourseEvent>& events) {
  const auto seen = TRY(ledger.seen_commits(repository));
  std::vector<SeenCommit> own;
  for (const auto& [id, commit] : seen)
    if (std::any_of(events.begin(), events.end(),
                    [&](const CourseEvent& event) { return event.grade && event.grade->commit == id; }))
      own.push_back(commit);
  std::sort(own.begin(), own.end(), [](const SeenCommit& a, const SeenCommit& b) { return a.seen < b.seen; });
  return own;
}

tl::unexpected<Error> unknown_student(const HistoryOptions& options, const std::optional<ClassBook>& book) {
  std::vector<std::string> ids;
  if (book)
    for (const StudentGrades& row : book->students) ids.push_back(row.student.id);
  return failure(Error::Source::usage, options.results,
                 "has no grade of \"" + options.student + "\"" +
                     (options.lab.empty() ? "" : " for \"" + options.lab + "\"") +
                     suggestion(options.student, ids));
}

Result<void> show_student(const HistoryOptions& options, const ledger::Ledger& ledger) {
  const auto all = TRY(ledger.events(options.student, options.lab));
  const auto book = TRY(ledger.book());
  if (all.empty()) return unknown_student(options, book);
  std::string repository, text;
  if (book)
    for (const StudentGrades& row : book->students)
      if (row.student.id == options.student) repository = row.student.repository;
  for (const std::string& lab : labs_of(all)) {
    report::GradeHistory history{options.student, lab, {}, {}};
    std::copy_if(all.begin(), all.end(), std::back_inserter(history.events),
                 [&](const CourseEvent& event) { return event.lab == lab; });
    history.commits = TRY(graded_commits(ledger, repository, history.events));
    text += options.json ? report::print_history_json(history)
                         : (text.empty() ? "" : "\n") + report::print_history(history);
  }
  return show(options, text);
}

Result<void> check_ledger(const ledger::Ledger& ledger) {
  TRY(ledger.check());
  fmt::print("The ledger is intact.\n");
  return {};
}

int run_history(const HistoryOptions& options) {
  if (!options.gradebook && !options.check && options.student.empty())
    return refuse(
        {Error::Source::usage, "STUDENT", "expected the id of a student, or --gradebook or --check"});
  const auto ledger = ledger::Ledger::open_existing(options.results);
  if (!ledger) return refuse(ledger.error());
  const auto shown = options.check       ? check_ledger(*ledger)
                     : options.gradebook ? show_gradebook(options, *ledger)
                                         : show_student(options, *ledger);
  return shown ? exit_passing : refuse(shown.error());
}

}  // namespace

void add_history_command(CLI::App& app, int& exit_code) {
  static HistoryOptions options;
  CLI::App* command = app.add_subcommand("history", "Show when a grade changed, who changed it and why");
  command->footer(history_examples);
  command->add_option("STUDENT", options.student, "The student's id");
  command->add_option("LAB", options.lab, "Show only this lab (default: all)");
  command->add_option("--results", options.results, "The results folder of a batch")
      ->required()
      ->type_name("DIR");
  command->add_flag("--gradebook", options.gradebook, "Print the gradebook of the class");
  command->add_option("--at", options.at, "With --gradebook: as it was at this time (default: now)")
      ->type_name("TIME");
  command->add_flag("--json", options.json, "Print JSON for programs");
  command->add_flag("--check", options.check, "Only check the ledger for damage");
  command->add_option("-o,--output", options.output, "Write to this file instead of standard output")
      ->type_name("FILE");
  command->callback([&exit_code] { exit_code = run_history(options); });
}

}  // namespace gridmark::cli
