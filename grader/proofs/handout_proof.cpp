#include "grader/proofs/handout_proof.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <regex>

#include "base/nearest.h"
#include "grader/core/ascii.h"
#include "grader/core/markdown.h"
#include "grader/core/number_text.h"
#include "grader/proofs/handout_numbers.h"
#include "grader/score/selection.h"

namespace gridmark::proofs {
namespace {

/// A section that every handout has: a word of its heading, and its purpose.
struct Wanted {
  const char* word;
  const char* purpose;
};
constexpr Wanted wanted_sections[] = {
    {"background", "the knowledge that a student needs first, in one page"},
    {"api", "the functions, with shapes and units"},
    {"task", "a table of the tasks and their points"},
    {"run", "the commands"},
    {"graded", "the judged properties, with tolerances and curves"},
    {"hint", "hints that open one at a time"},
    {"mistake", "messages of gridmark, and their usual causes"},
    {"reading", "further reading"},
};
constexpr std::size_t least_bytes = 40;  // a shorter section counts as empty

bool has(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// The number at the end of `text`: "bank conflicts 2" -> 2.
std::optional<Points> last_number(const std::string& text) {
  static const std::regex number(R"(([0-9]+(\.[0-9]+)?)\D*$)");
  std::smatch found;
  if (!std::regex_search(text, found, number)) return std::nullopt;
  return Points(std::stod(found[1]));
}

std::string sum_of(const std::vector<Points>& all) {
  std::vector<std::string> words;
  for (const Points& points : all) words.push_back(points_text(points));
  return fmt::format("{}", fmt::join(words, " + "));
}

class Reader {
 public:
  Reader(const Handout& handout, const Rubric& rubric)
      : handout_(handout), rubric_(rubric), sections_(markdown_sections(handout.text)) {}

  Proof read() {
    proof_ = {handout_.lab, "handout", "", {}, {}};
    beginning();
    for (const Wanted& wanted : wanted_sections) section(wanted);
    hints();
    drawings();
    links();
    starter_files();
    task_table();
    numbers();
    commands();
    proof_.found = fmt::format("{} sections, {} file{} to edit, {} items of the rubric, {}",
                               sections_.size() - 1, to_edit_, to_edit_ == 1 ? "" : "s",
                               items_of(rubric_).size(), points_words(total_points(rubric_)));
    return std::move(proof_);
  }

 private:
  template <class... Words>
  void complain(fmt::format_string<Words...> text, Words&&... words) {
    proof_.complaints.push_back(fmt::format(text, std::forward<Words>(words)...));
  }

  const MarkdownSection* find(const std::string& word) const {
    for (const MarkdownSection& section : sections_)
      if (lower_case(section.heading).find(word) != std::string::npos) return &section;
    return nullptr;
  }

  void beginning() {
    const std::string& text = sections_.front().text;
    if (!text.starts_with("# ")) complain("begins without a title (\"# ...\")");
    if (text.size() < text.find('\n') + least_bytes)
      complain("has no text between title and first section. Describe there what students will build");
  }

  void section(const Wanted& wanted) {
    const MarkdownSection* found = find(wanted.word);
    if (found == nullptr)
      complain("has no section with \"{}\" in its heading (## ...): {}", wanted.word, wanted.purpose);
    else if (found->text.size() < least_bytes)
      complain("the section \"{}\" is empty: {}", found->heading, wanted.purpose);
  }

  void hints() {
    const MarkdownSection* found = find("hint");
    if (found != nullptr && found->text.find("<details>") == std::string::npos)
      complain("the hints do not open one at a time: put each into <details><summary>...</summary>");
  }

  void drawings() {
    const std::vector<const Item*> items = items_of(rubric_);
    const bool curves =
        std::any_of(items.begin(), items.end(), [](const Item* item) { return !item->targets.empty(); });
    const MarkdownSection* graded = find("graded");
    if (curves && graded != nullptr && graded->text.find("![") == std::string::npos)
      complain("the section \"{}\" does not draw the curves: gridmark rubric {} --html shows them",
               graded->heading, handout_.lab);
  }

  void links() {
    for (const std::string& link : markdown_links(handout_.text)) {
      if (link.empty() || link.find("://") != link.npos || link.starts_with("mailto:")) continue;
      if (!has(handout_.files, link))
        complain("links to {}, which does not exist{}", link, suggestion(link, handout_.files));
    }
  }

  void starter_files() {
    for (const auto& [name, text] : handout_.starter) {
      if (text.find("TODO") == std::string::npos) continue;
      ++to_edit_;
      if (handout_.text.find(name) == std::string::npos)
        complain("does not name {}, in which students have tasks", name);
    }
    if (to_edit_ == 0) complain("no file of the starter has a TODO. Mark each task for students with one");
  }

  void numbers() {
    const MarkdownSection* graded = find("graded");
    if (graded == nullptr) return;  // already reported
    for (std::string& one : unstated_numbers(sections_.front().text, graded->text, rubric_))
      proof_.complaints.push_back(std::move(one));
  }

  void task_table() {
    const MarkdownSection* tasks = find("task");
    if (tasks == nullptr) return;
    for (const MarkdownTable& table : markdown_tables(tasks->text)) {
      const auto points = std::find(table.header.begin(), table.header.end(), "points");
      if (points == table.header.end()) continue;
      return compare(table, static_cast<std::size_t>(points - table.header.begin()));
    }
    complain("the section \"{}\" has no table with a column \"points\"", tasks->heading);
  }

  void compare(const MarkdownTable& table, std::size_t points_column) {
    std::vector<Points> tasks, lines;
    for (const auto& row : table.rows) {
      const auto worth = row.size() > points_column ? last_number(row[points_column]) : std::nullopt;
      if (!worth) return complain("the task \"{}\" has no points", row.empty() ? "" : row.front());
      tasks.push_back(*worth);
      if (row.size() > points_column + 1) add_lines(row[points_column + 1], lines);
    }
    Points sum;
    for (const Points& worth : tasks) sum += worth;
    if (sum != total_points(rubric_))
      complain("the tasks are worth {} = {}, the rubric {}", sum_of(tasks), points_text(sum),
               points_text(total_points(rubric_)));
    compare_lines(lines);
  }

  /// Adds the points in a cell such as "sectors 3, bytes 2".
  void add_lines(const std::string& cell, std::vector<Points>& lines) {
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= cell.size(); ++at) {
      // A comma between items follows their points: "no race, out-of-bounds access 2, leaks 1" has two.
      if (at < cell.size() && (cell[at] != ',' || at == 0 || cell[at - 1] < '0' || cell[at - 1] > '9'))
        continue;
      if (const auto worth = last_number(cell.substr(begin, at - begin))) lines.push_back(*worth);
      begin = at + 1;
    }
  }

  void compare_lines(std::vector<Points> lines) {
    std::vector<Points> rubric;
    for (const Item* item : items_of(rubric_)) rubric.push_back(item->points);
    std::sort(lines.begin(), lines.end());
    std::sort(rubric.begin(), rubric.end());
    if (lines != rubric)
      complain(
          "the task table's third column has items of {} points, the rubric of {}: name each item of the "
          "rubric with its points",
          lines.empty() ? "no" : sum_of(lines), sum_of(rubric));
  }

  void commands() {
    if (handout_.text.find("gridmark grade " + handout_.lab) == std::string::npos)
      complain("does not show the command \"./gridmark grade {}\"", handout_.lab);
    std::vector<std::string> ids;
    for (const Item* item : items_of(rubric_)) ids.push_back(item->id);
    for (const Criterion& criterion : rubric_.criteria) ids.push_back(criterion.id);
    static const std::regex only(R"(--only ([a-z0-9_]+))");
    for (std::sregex_iterator at(handout_.text.begin(), handout_.text.end(), only), end; at != end; ++at)
      if (!has(ids, (*at)[1]))
        complain("shows --only {}, which the rubric does not have{}", (*at)[1].str(),
                 suggestion((*at)[1].str(), ids));
  }

  const Handout& handout_;
  const Rubric& rubric_;
  const std::vector<MarkdownSection> sections_;
  Proof proof_;
  int to_edit_ = 0;
};

}  // namespace

Proof prove_handout(const Handout& handout, const Rubric& rubric) { return Reader(handout, rubric).read(); }

}  // namespace gridmark::proofs
