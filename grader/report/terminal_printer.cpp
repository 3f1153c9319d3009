#include "grader/report/terminal_printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/crash_text.h"
#include "base/lane_drawing.h"
#include "grader/core/number_text.h"
#include "grader/core/root_cause.h"
#include "grader/report/cause_words.h"
#include "grader/report/change_words.h"
#include "grader/report/compiler_words.h"
#include "grader/report/item_words.h"
#include "grader/report/race_picture.h"
#include "grader/report/roofline.h"
#include "grader/report/standing.h"
#include "grader/report/text.h"
#include "grader/report/wrong_picture.h"

namespace gridmark::report {
namespace {

constexpr std::size_t most_terminal_compiler_lines = 20;
constexpr std::size_t most_files = 10;
constexpr std::size_t points_width = 13;  // "100.25 / 100 "

enum class Paint { plain, bold, faint, green, yellow, red };

class GradePage {
 public:
  explicit GradePage(const TerminalOptions& options)
      : options_(options), width_(std::clamp<std::size_t>(options.width, 40, 120)) {}

  std::string finish() && { return std::move(text_); }

  void heading(const GradeRecord& record) {
    line(paint(Paint::bold, printable(record.title)) + "  " + paint(Paint::faint, printable(record.lab)));
    faint("submission " + printable(record.submission));
  }

  void table(const GradeRecord& record) {
    for (const CriterionScore& criterion : record.criteria) {
      line("");
      line(paint(Paint::bold, padded(printable(criterion.title), width_ - points_width, dots())) +
           points(earned_text(record, criterion), criterion.max_points));
      for (const ItemScore& item : record.items)
        if (item.criterion == criterion.id) row(item);
    }
  }

  /// The next thing to do, printed first.
  void first_fix(const GradeRecord& record) {
    const std::vector<RootCause> causes = root_causes(record.items, record.complete);
    if (causes.empty() || !causes.front().is_fixable()) return;
    const ItemScore& leader = causes.front().leader();
    line("");
    line(paint(Paint::bold, "Fix this first"));
    say(cost_words(causes.front()));
    say((leader.place ? place_text(*leader.place) + ": " : "") + cause_words(leader));
    if (leader.cause) draw(race_text(leader.cause->accesses));
    draw(change_lines(fixes_of(leader, record.tests, record.builds)));
    if (const std::string seen = evidence_words(leader); !seen.empty()) say("Seen in " + seen);
    if (const TestResult* test = deciding_test(record.tests, leader); test != nullptr && test->wrong) {
      say(wrong_words(*test->wrong));
      draw(wrong_text(*test->wrong));
    }
    draw_seen(deciding_test(record.tests, leader));
  }

  /// Items that lost points for the same cause are printed together: one mistake, one paragraph.
  void lost(const GradeRecord& record) {
    const std::vector<RootCause> causes = root_causes(record.items, record.complete);
    for (const RootCause& cause : causes) {
      line("");
      const bool all = cause.items.size() == record.items.size() && cause.items.size() > 1;
      if (all) lost_item(fmt::format("all {} items", cause.items.size()), cause.leader());
      for (const ItemScore* item : cause.items)
        if (!all) lost_item(printable(item->id), *item);
      const bool told = &cause == &causes.front() && cause.is_fixable();
      if (told)
        say("the cause above, under \"Fix this first\"");
      else
        told_here(record, cause.leader());
      for (const ItemScore* item : cause.waiting) {
        lost_item(printable(item->id), *item);
        say(item->reason);
      }
    }
  }

  /// Comments of persons on items without lost points.
  void persons(const GradeRecord& record) {
    for (const ItemScore& item : record.items) {
      const std::string said = persons_words(record, item);
      if (said.empty()) continue;
      line("");
      line(mark(standing_of(item)) + " " + paint(Paint::bold, printable(item.id)));
      for (const std::string& part : wrapped(printable(said), width_ - 2)) line("  " + part);
    }
  }

  /// If several machines judged, the items that each later run filled in.
  void runs(const GradeRecord& record) {
    for (std::size_t number = 1; number < record.runs.size(); ++number) {
      std::string items;
      for (const ItemScore& item : record.items)
        if (item.run == static_cast<int>(number)) items += (items.empty() ? "" : ", ") + printable(item.id);
      if (items.empty()) continue;
      line("");
      for (const std::string& part :
           wrapped("judged by " + printable(run_words(record.runs[number])) + ": " + items, width_))
        line(part);
    }
  }

  /// Times as a share of the machine's limit. The HTML report draws it.
  void rooflines(const GradeRecord& record) {
    for (const Roofline& roofline : rooflines_of(record)) {
      line("");
      line(paint(Paint::bold, "Share of this machine's best speed") +
           paint(Paint::faint, "  (times measured, work counted)"));
      for (const RooflinePoint& point : roofline.points)
        line(fmt::format("  {}  {:.3g}%: {} of {} GFLOP/s at {} FLOP/byte", printable(point.measurement),
                         100 * point.share(), number_text(point.flops_per_second() / 1e9),
                         number_text(point.ceiling / 1e9), number_text(point.intensity())));
    }
  }

  /// Each claim next to the grader's value. The items explain claims that do not agree.
  void claims(const GradeRecord& record) {
    if (!record.written || !claims_counted(record)) return;
    line("");
    line(paint(Paint::bold, "Claims of the report"));
    for (const ComparedClaim& claim : record.written->claims) {
      const bool good =
          claim.standing == ClaimStanding::agrees || claim.standing == ClaimStanding::not_compared;
      const std::string told = good               ? std::string(options_.unicode ? "✓" : "+")
                               : options_.unicode ? "✗"
                                                  : "x";
      line(fmt::format("  {} {}", paint(good ? Paint::green : Paint::red, told), claim_words(claim)));
    }
  }

  void builds(const GradeRecord& record) {
    for (const BuildRecord* build : builds_with_words(record.builds)) {
      line("");
      line(paint(Paint::bold,
                 fmt::format("{} ({} build)", heading_of_words(*build), name_of(build->flavour))));
      for (const std::string& said : printable_lines(build->messages, most_terminal_compiler_lines))
        line("  " + said);
    }
  }

  void files(const GradeRecord& record) {
    if (!record.missing.empty() || !record.ignored.empty()) line("");
    for (const std::string& name : record.missing) file(name, "missing");
    for (std::size_t i = 0; i < std::min(record.ignored.size(), most_files); ++i)
      file(record.ignored[i].name, "ignored: " + printable(record.ignored[i].reason));
    if (record.ignored.size() > most_files)
      line(fmt::format("  and {} more ignored files", record.ignored.size() - most_files));
  }

  void uncalibrated(const GradeRecord& record) {
    std::string items;
    for (const ItemScore& item : record.items)
      if (!item.calibrated) items += (items.empty() ? "" : ", ") + printable(item.id);
    if (items.empty()) return;
    line("");
    for (const std::string& part :
         wrapped(fmt::format("The limits of {} are {}.", items, not_calibrated), width_))
      line(part);
  }

  void total(const GradeRecord& record) {
    const std::string mark_words = points_text(record.max_points * record.pass_mark);
    const std::string sum = earned_text(record) + " of " + whole_words(record);
    const std::string words = standing_words(record, mark_words);
    const Paint verdict = !record.complete ? Paint::yellow : record.passing ? Paint::green : Paint::red;
    line("");
    if (columns(sum) + 2 + columns(words) <= width_) {
      line(paint(Paint::bold, sum) + "  " + paint(verdict, words));
    } else {
      line(paint(Paint::bold, sum));
      for (const std::string& part : wrapped(words, width_)) line(paint(verdict, part));
    }
    faint(fmt::format("{} device, sandbox {}, {:.1f} s, gridmark {}", name_of(record.device),
                      printable(record.sandbox), record.seconds, printable(record.version)));
  }

 private:
  void line(const std::string& text) { text_ += text + "\n"; }

  void draw(const std::vector<std::string>& drawing) {
    if (!drawing.empty() && !text_.ends_with("\n\n")) line("");
    for (const std::string& drawn : drawing) line(drawn.empty() ? "" : "    " + printable(drawn));
    if (!drawing.empty()) line("");
  }

  /// An indented paragraph. The bytes can be hostile.
  void say(const std::string& bytes) {
    for (const std::string& part : wrapped(printable(bytes), width_ - 2)) line("  " + part);
  }

  void faint(const std::string& text) {
    for (const std::string& part : wrapped(text, width_)) line(paint(Paint::faint, part));
  }

  void told_here(const GradeRecord& record, const ItemScore& item) {
    say((item.place ? place_text(*item.place) + ": " : "") + item.reason);
    draw_seen(deciding_test(record.tests, item));
  }

  void draw_seen(const TestResult* test) {
    if (test == nullptr) return;
    if (test->ranks) draw(lanes_text(*test->ranks, std::max<std::size_t>(width_ - 4, 72)));
    if (test->crash) draw(crash_text(*test->crash, std::max<std::size_t>(width_ - 4, 48)));
  }

  void lost_item(const std::string& what, const ItemScore& item) {
    const Standing standing = standing_of(item);
    line(fmt::format("{} {}  {}", mark(standing), paint(Paint::bold, what),
                     paint(colour(standing), name(standing, item.outcome))));
  }

  void row(const ItemScore& item) {
    const Standing standing = standing_of(item);
    const std::string title = padded(printable(item.title), width_ - points_width - 4, dots());
    const std::string shown = standing == Standing::not_run ? paint(Paint::faint, title) : title;
    line("  " + mark(standing) + " " + shown + points(earned_text(item), item.max_points));
  }

  void file(const std::string& name, const std::string& why) {
    line(fmt::format("  {}  {}", printable(name), paint(Paint::yellow, why)));
  }

  static std::string points(const std::string& earned, Points worth) {
    return fmt::format("{:>6} / {}", earned, points_text(worth));
  }

  static std::string claim_words(const ComparedClaim& claim) {
    const auto value = [](const std::optional<Measurement>& seen) {
      return seen ? printable(value_text(seen->value, seen->unit)) : std::string("-");
    };
    const bool from_data = claim.own && claim.own->provenance == Provenance::claimed;
    return fmt::format("{}  claimed {}, {} {}{}", printable(claim.id), value(claim.claimed),
                       from_data ? "your data" : "gridmark", value(claim.own),
                       claim.standing == ClaimStanding::not_compared ? " (" + claim.reason + ")" : "");
  }

  std::string mark(Standing standing) const {
    switch (standing) {
      case Standing::full:
        return paint(Paint::green, options_.unicode ? "✓" : "+");
      case Standing::partial:
        return paint(Paint::yellow, "~");
      case Standing::none:
        return paint(Paint::red, options_.unicode ? "✗" : "x");
      case Standing::review:
      case Standing::ungraded:
        return paint(Paint::yellow, "?");
      case Standing::not_run:
        return paint(Paint::faint, "-");
    }
    return "?";
  }

  static Paint colour(Standing standing) {
    if (standing == Standing::not_run) return Paint::faint;
    return standing == Standing::none ? Paint::red : Paint::yellow;
  }

  static std::string name(Standing standing, Outcome outcome) {
    if (standing == Standing::partial) return "part of the points";
    return outcome == Outcome::passed ? "threshold missed" : report::words(outcome);
  }

  std::string_view dots() const { return options_.unicode ? "…" : "..."; }

  std::string paint(Paint paint, const std::string& text) const {
    static constexpr const char* codes[] = {"0", "1", "2", "32", "33", "31"};
    if (!options_.colour || paint == Paint::plain) return text;
    return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<int>(paint)], text);
  }

  TerminalOptions options_;
  std::size_t width_;
  std::string text_;
};

}  // namespace

std::string print_terminal(const GradeRecord& record, const TerminalOptions& options) {
  GradePage page(options);
  page.heading(record);
  page.first_fix(record);
  page.table(record);
  page.lost(record);
  page.persons(record);
  page.runs(record);
  page.rooflines(record);
  page.claims(record);
  page.builds(record);
  page.files(record);
  page.uncalibrated(record);
  page.total(record);
  return std::move(page).finish();
}

}  // namespace gridmark::report
