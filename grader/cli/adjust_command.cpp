// gridmark adjust STUDENT LAB: what a person decides about a grade as a whole, with author and reason in the
// ledger.
#include <fmt/format.h>

#include "grader/cli/commands.h"
#include "grader/cli/occasion.h"
#include "grader/cli/terminal.h"
#include "grader/core/number_text.h"
#include "grader/report/text.h"
#include "grader/schedule/class_pages.h"
#include "grader/system/folder_lock.h"

namespace gridmark::cli {
namespace {

struct AdjustOptions {
  std::string student, lab, results, reason, by;
  std::optional<double> points, bonus;
  bool no_points = false, excuse = false, no_excuse = false, waive = false, no_waive = false;
  bool appeal = false, answer = false, delivered = false, dry_run = false;
};

constexpr const char* adjust_examples = R"(
Examples:
  gridmark adjust ada lab1-gpu-basics --results ~/grades --points 14.5 --reason "the checker's limit was wrong"
  gridmark adjust ada lab1-gpu-basics --results ~/grades --no-points --reason "the rubric is fixed"
  gridmark adjust bo lab1-gpu-basics --results ~/grades --bonus 1 --reason "found an error in the handout"
  gridmark adjust cy lab1-gpu-basics --results ~/grades --excuse --reason "ill, certificate of 3 October"
  gridmark adjust di lab1-gpu-basics --results ~/grades --waive --reason "the git server was down"
  gridmark adjust di lab1-gpu-basics --results ~/grades --appeal --reason "my kernel was right"
  gridmark adjust di lab1-gpu-basics --results ~/grades --answer --reason "it is: see the new grade"
  gridmark adjust di lab1-gpu-basics --results ~/grades --delivered --reason "mailed with the page"

--points replaces the points of the record, before lateness is applied. --bonus is added after lateness. An adjustment
stays when the student hands in a new commit or when the rubric changes. The ledger keeps every adjustment with its
author and reason, and the gradebook and the class page use it.
Exit codes: 0 written, 2 the results cannot be read or written, 64 wrong usage or no such grade.)";

/// An event of a person, and what it makes of the adjustment that was there.
struct PersonsEvent {
  EventKind kind;
  Adjustment adjustment;
};

/// errors  usage: nothing or two things at once were asked for
Result<PersonsEvent> wanted_event(const AdjustOptions& options, Adjustment now) {
  std::vector<PersonsEvent> wanted;
  const auto want = [&](bool said, EventKind kind, auto change) {
    if (!said) return;
    Adjustment changed = now;
    change(changed);
    wanted.push_back({kind, changed});
  };
  want(options.points.has_value(), EventKind::overridden,
       [&](Adjustment& one) { one.points = Points(*options.points); });
  want(options.no_points, EventKind::overridden, [](Adjustment& one) { one.points.reset(); });
  want(options.bonus.has_value(), EventKind::bonus,
       [&](Adjustment& one) { one.bonus = Points(*options.bonus); });
  want(options.excuse, EventKind::excused, [](Adjustment& one) { one.excused = true; });
  want(options.no_excuse, EventKind::excused, [](Adjustment& one) { one.excused = false; });
  want(options.waive, EventKind::waived, [](Adjustment& one) { one.waived = true; });
  want(options.no_waive, EventKind::waived, [](Adjustment& one) { one.waived = false; });
  want(options.appeal, EventKind::appealed, [](Adjustment&) {});
  want(options.answer, EventKind::answered, [](Adjustment&) {});
  want(options.delivered, EventKind::delivered, [](Adjustment&) {});
  if (wanted.size() == 1) return wanted.front();
  return failure(
      Error::Source::usage, "",
      fmt::format("found {} adjustments, expected one of --points, --no-points, --bonus, --excuse, "
                  "--no-excuse, --waive, --no-waive, --appeal, --answer, --delivered",
                  wanted.empty() ? "no" : "several"));
}

std::string adjusted_words(const LabGrade& grade) {
  std::string words = grade.has_points()
                          ? points_text(grade.counted()) + " of " + points_text(grade.max_points)
                          : "no points";
  return grade.adjusted.excused ? words + ", excused" : words;
}

Result<void> adjust(const AdjustOptions& options) {
  const ledger::Occasion occasion = occasion_now(options.reason, options.by);
  const auto lock = TRY(system::FolderLock::take(
      options.results, "", fmt::format("{} since {}", system::own_process_words(), occasion.at)));
  auto ledger = TRY(ledger::Ledger::open_existing(options.results));
  const auto before = TRY(ledger.grade(options.student, options.lab));
  const auto event = TRY(wanted_event(options, before ? before->adjusted : Adjustment{}));
  if (before && options.dry_run) {
    LabGrade then = *before;
    then.adjusted = event.adjustment;
    fmt::print("{} before, {} then. Nothing was written (--dry-run).\n", adjusted_words(*before),
               adjusted_words(then));
    return {};
  }
  const auto now = TRY(ledger.adjust(options.student, options.lab, event.kind, event.adjustment, occasion));
  TRY(schedule::write_class_of(ledger, options.results, occasion.at));
  fmt::print("{}, {}: {} by {}; {} before, {} now\n", report::printable(options.student),
             report::printable(options.lab), name_of(event.kind), report::printable(occasion.author),
             adjusted_words(*before), adjusted_words(now));
  return {};
}

int run_adjust(const AdjustOptions& options) {
  const auto done = adjust(options);
  return done ? exit_passing : refuse(done.error());
}

}  // namespace

void add_adjust_command(CLI::App& app, int& exit_code) {
  static AdjustOptions options;
  CLI::App* command =
      app.add_subcommand("adjust", "Change a grade by hand: override, bonus, excuse, waiver or appeal");
  command->footer(adjust_examples);
  command->add_option("STUDENT", options.student, "The student's id")->required();
  command->add_option("LAB", options.lab, "The lab's name")->required();
  command->add_option("--results", options.results, "The results folder of a batch")
      ->required()
      ->type_name("DIR");
  command->add_option("--points", options.points, "Use these points instead of the record's")
      ->check(CLI::Range(0.0, 10000.0));
  command->add_flag("--no-points", options.no_points, "Use the record's points again");
  command->add_option("--bonus", options.bonus, "Add these points after lateness (0 removes the bonus)")
      ->check(CLI::Range(-10000.0, 10000.0));
  command->add_flag("--excuse", options.excuse, "Leave the lab out of the student's totals");
  command->add_flag("--no-excuse", options.no_excuse, "Count the lab again");
  command->add_flag("--waive", options.waive, "Take no points off for lateness");
  command->add_flag("--no-waive", options.no_waive, "Take points off for lateness again, by the policy");
  command->add_flag("--appeal", options.appeal, "Note that the student appeals the grade");
  command->add_flag("--answer", options.answer, "Note that the appeal was answered");
  command->add_flag("--delivered", options.delivered, "Note that the student has received this grade");
  command->add_option("--reason", options.reason, "The reason, for the student and for the ledger")
      ->required()
      ->type_name("TEXT");
  command->add_option("--by", options.by, "The person who decides (default: $USER)")->type_name("NAME");
  command->add_flag("--dry-run", options.dry_run, "Show the new points and write nothing");
  command->callback([&exit_code] { exit_code = run_adjust(options); });
}

}  // namespace gridmark::cli
