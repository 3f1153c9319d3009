#include "grader/load/load_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>

#include "base/nearest.h"
#include "grader/load/case_patch.h"
#include "grader/load/file_text.h"
#include "grader/load/json_document.h"
#include "grader/load/json_node.h"

namespace gridmark::load {
namespace {

namespace fs = std::filesystem;
constexpr auto case_source = Error::Source::lab;

constexpr Range cheat_numbers{1, 79, "the number of a cheat, 1 to 79"};
constexpr Range exit_codes{0, 1, "0 for passing or 1 for below the pass mark"};
constexpr Range parts_of_one{0.01, 0.99, "a fraction between 0 and 1, 0.01 to 0.99"};
constexpr Range file_sizes{1, 1 << 30, "a whole number of bytes, 1 to 1073741824"};

/// Reads values about items, and checks that the rubric has these items.
class ItemReader {
 public:
  explicit ItemReader(const Rubric& rubric) {
    for (const Item* item : items_of(rubric)) ids_.push_back(item->id);
  }

  void check(const Node& node, const std::string& id) const {
    if (std::find(ids_.begin(), ids_.end(), id) == ids_.end())
      node.fail(
          fmt::format("found {}, expected an item of the rubric{}", in_quotes(id), suggestion(id, ids_)));
  }

  std::vector<std::string> list(const Node& node, bool all_allowed) const {
    std::vector<std::string> found;
    for (const Node& element : node.elements()) {
      found.push_back(element.text());
      if (found.back() != "*" || !all_allowed) check(element, found.back());
    }
    if (found.size() > 1 && std::find(found.begin(), found.end(), "*") != found.end())
      node.fail("found \"*\" with other items, expected it alone");
    return found;
  }

  std::map<std::string, std::string> patterns(const Node& node) const {
    std::map<std::string, std::string> found;
    for (const auto& [id, pattern] : node.members()) {
      check(pattern, id);
      found[id] = pattern.text();
      try {
        std::regex{found[id]};
      } catch (const std::regex_error&) {
        pattern.expected("a regular expression");
      }
    }
    return found;
  }

  std::map<std::string, double> fractions(const Node& node) const {
    std::map<std::string, double> found;
    for (const auto& [id, fraction] : node.members()) {
      check(fraction, id);
      found[id] = fraction.number(parts_of_one);
    }
    return found;
  }

  std::map<std::string, Outcome> outcomes(const Node& node) const {
    std::map<std::string, Outcome> found;
    for (const auto& [id, outcome] : node.members()) {
      check(outcome, id);
      found[id] = outcome.one_of<Outcome>();
    }
    return found;
  }

 private:
  std::vector<std::string> ids_;
};

void read_verdict(const Node& root, const ItemReader& items, SubmissionCase& example) {
  example.loses = items.list(root["loses"], true);
  if (const auto node = root.find("keeps")) example.keeps = items.fractions(*node);
  if (const auto node = root.find("review")) example.review = items.list(*node, false);
  if (const auto node = root.find("outcomes")) example.outcomes = items.outcomes(*node);
  if (const auto node = root.find("says")) example.says = items.patterns(*node);
  if (const auto node = root.find("points_at")) example.points_at = items.patterns(*node);
  if (const auto node = root.find("fix")) example.fix = items.patterns(*node);
}

void read_files(const Node& root, SubmissionCase& example) {
  if (const auto node = root.find("start_from")) {
    example.start = node->one_of<CaseStart>();
    if (example.start == CaseStart::patch || example.start == CaseStart::submission)
      node->expected("\"solution\", \"starter\" or \"empty\". A patch and a folder submission need no key");
  }
  if (const auto node = root.find("extra_files")) example.extra_files = node->texts();
  if (const auto node = root.find("folders")) example.folders = node->texts();
  if (const auto node = root.find("remove")) example.remove = node->texts();
  if (const auto node = root.find("leaves_nothing")) example.leaves_nothing = node->texts();
  if (const auto node = root.find("links"))
    for (const auto& [name, target] : node->members()) example.links[name] = target.text();
  if (const auto node = root.find("pad"))
    for (const auto& [name, bytes] : node->members()) example.pad[name] = bytes.whole(file_sizes);
}

void read_kind(const Node& root, SubmissionCase& example) {
  example.why = root["why"].text(20);
  if (!example.why.ends_with('.')) root["why"].expected("a sentence that ends in a full stop");
  if (const auto node = root.find("kind")) example.kind = node->one_of<CaseKind>();
  if (const auto node = root.find("cheat"))
    for (const Node& number : node->elements())
      example.cheats.push_back(static_cast<int>(number.whole(cheat_numbers)));
  if (const auto node = root.find("mistake")) example.mistake = node->text(10);
  if (const auto node = root.find("topic")) example.topic = node->one_of<MistakeTopic>();
  if (example.mistake.empty() != !root.find("topic"))
    root.fail("expected \"topic\" with \"mistake\", and only with it");
  if (const auto node = root.find("twin_of")) example.twin_of = node->text();
  if (const auto node = root.find("quick")) example.quick = node->truth();
  if (const auto node = root.find("report")) example.report = node->truth();
  if (example.kind == CaseKind::cheat && example.cheats.empty())
    root.fail("found no \"cheat\", expected the numbers of the cheats that it shows");
  if ((example.kind == CaseKind::twin) != !example.twin_of.empty())
    root.fail("expected \"twin_of\" for the kind \"twin\", and only for it");
}

/// The points of the case by the rubric: all of the kept items and the stated part of the lost ones.
Points worth(const Rubric& rubric, const SubmissionCase& example) {
  Points sum;
  for (const Item* item : items_of(rubric)) {
    if (!example.judges(item->id) || item->manual) continue;
    const auto kept = example.keeps.find(item->id);
    if (!example.loses_item(item->id))
      sum += item->points;
    else if (kept != example.keeps.end())
      sum += item->points * kept->second;
  }
  return sum;
}

/// The sums of the items that a case is judged by.
struct JudgedTotals {
  Points by_program;    ///< without the points that a person gives
  Points with_persons;  ///< the total for the pass mark
};

JudgedTotals judged_totals(const Rubric& rubric, const SubmissionCase& example) {
  JudgedTotals totals;
  for (const Item* item : items_of(rubric)) {
    if (!example.judges(item->id)) continue;
    totals.with_persons += item->points;
    if (!item->manual) totals.by_program += item->points;
  }
  return totals;
}

/// Points and exit code follow from the rubric, but a case may state them too.
void read_worth(const Node& root, const Rubric& rubric, SubmissionCase& example) {
  const Points least = worth(rubric, example);
  const auto [total, with_persons] = judged_totals(rubric, example);
  const auto points = root.find("points");
  example.points = points ? points->points() : least;
  if (points && example.points < least)
    points->expected(fmt::format("at least {}, which the items that are not lost are worth", least.value()));
  if (points && (example.points < total) != (least < total))
    points->expected(fmt::format("{} than the total, {}, as \"loses\" requires",
                                 least < total ? "less" : "no less", total.value()));
  const bool passing = example.points.value() >= rubric.passing * with_persons.value();
  example.exit_code = passing ? 0 : 1;
  if (const auto exit = root.find("exit"); exit && exit->whole(exit_codes) != example.exit_code)
    exit->expected(passing ? "0" : "1");
}

void check_kind(const Node& root, const SubmissionCase& example) {
  if (example.kind == CaseKind::cheat && example.loses.empty())
    root["loses"].expected("the items that the cheat must not earn");
  if (example.kind == CaseKind::twin && !example.loses.empty())
    root["loses"].expected("nothing lost, as for every twin");
  if (!example.mistake.empty() && example.says.empty())
    root.fail("expected the key \"says\" for a classic mistake: the message must explain it to the student");
  for (const std::string& id : example.review)
    if (!example.loses_item(id)) root["review"].expected("items that are lost until a person decides");
  const auto about_lost_items = [&](const char* key, const auto& by_item) {
    for (const auto& [id, value] : by_item)
      if (!example.loses_item(id))
        root[key].fail(
            fmt::format("found \"{}\", which keeps its points: gridmark prints no reason for it", id));
  };
  about_lost_items("outcomes", example.outcomes);
  about_lost_items("keeps", example.keeps);
  about_lost_items("says", example.says);
  about_lost_items("points_at", example.points_at);
  about_lost_items("fix", example.fix);
}

/// The case in `document`.
Result<SubmissionCase> read_case(const nlohmann::json& document, const std::string& where,
                                 const Rubric& rubric) {
  Reading reading{case_source, where};
  const Node root(document, reading);
  root.keys({"why",      "kind",   "cheat",     "mistake", "topic",      "twin_of",
             "quick",    "points", "exit",      "loses",   "keeps",      "review",
             "outcomes", "says",   "points_at", "fix",     "start_from", "extra_files",
             "folders",  "links",  "pad",       "report",  "remove",     "leaves_nothing"});
  SubmissionCase example;
  const ItemReader items(rubric);
  read_kind(root, example);
  read_verdict(root, items, example);
  read_files(root, example);
  for (const Item* item : items_of(rubric))
    if (item->is_written() && !example.report) example.left_out.push_back(item->id);
  if (!root.failed()) check_kind(root, example);
  if (!root.failed()) read_worth(root, rubric, example);
  return finish(reading, std::move(example));
}

bool is_patch(const fs::path& path) { return path.extension() == ".patch"; }

/// All files of a folder must come from one place.
Result<SubmissionCase> with_files(SubmissionCase example, const fs::path& folder) {
  const bool whole = fs::is_directory(folder / "submission");
  const bool start_given = example.start != CaseStart::patch;
  if (whole == start_given)
    return failure(case_source, folder.string(),
                   fmt::format("found {} the folder submission and the key \"start_from\", expected one of "
                               "them. A change of the solution is a file {}.patch",
                               whole ? "both" : "neither", folder.filename().string()));
  if (whole) example.start = CaseStart::submission;
  return example;
}

SubmissionCase at(const fs::path& path, SubmissionCase example) {
  const bool mutant = path.parent_path().filename() == "mutants";
  if (mutant) example.kind = CaseKind::mutant;
  example.lab = (mutant ? path.parent_path() : path).parent_path().filename();
  example.name = is_patch(path) ? path.stem() : path.filename();
  example.path = path;
  return example;
}

void add_cases(const fs::path& parent, std::vector<fs::path>& paths) {
  std::error_code error;
  for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error))
    if (std::error_code ignored; entry->is_directory(ignored) || is_patch(entry->path()))
      paths.push_back(entry->path());
}

SubmissionCase whole_solution(const Rubric& rubric) {
  SubmissionCase example;
  example.lab = rubric.lab;
  example.name = "solution";
  example.why = "The course's own solution earns every point.";
  example.start = CaseStart::solution;
  example.report = true;
  for (const Item* item : items_of(rubric))
    if (!item->manual) example.points += item->points;
  example.exit_code = example.points >= total_points(rubric) * rubric.passing ? 0 : 1;
  example.quick = true;
  return example;
}

SubmissionCase untouched_starter(const Rubric& rubric) {
  SubmissionCase example;
  example.lab = rubric.lab;
  example.name = "starter";
  example.why = "The starter as students get it compiles, ends without a crash and earns nothing.";
  example.start = CaseStart::starter;
  example.report = true;
  example.loses = {"*"};
  example.exit_code = 1;
  example.quick = true;
  return example;
}

void check_twins(std::vector<SubmissionCase>& cases) {
  std::vector<std::string> there;
  for (const SubmissionCase& example : cases)
    if (example.kind != CaseKind::twin) there.push_back(example.name);
  for (SubmissionCase& example : cases)
    if (!example.twin_of.empty() && std::find(there.begin(), there.end(), example.twin_of) == there.end())
      example.fault = {case_source, example.path.string() + ": /twin_of",
                       fmt::format("found {}, expected a case of the lab{}", in_quotes(example.twin_of),
                                   suggestion(example.twin_of, there))};
}

SubmissionCase case_or_fault(const fs::path& path, const Rubric& rubric) {
  Result<SubmissionCase> example = load_case(path, rubric);
  if (example) return *std::move(example);
  SubmissionCase unreadable = at(path, {});
  unreadable.fault = example.error();
  return unreadable;
}

}  // namespace

std::vector<fs::path> case_paths(const fs::path& root, const std::string& lab) {
  std::vector<fs::path> paths;
  add_cases(root / "tests" / "submissions" / lab, paths);
  add_cases(root / "labs" / lab / "mutants", paths);
  std::sort(paths.begin(), paths.end());
  return paths;
}

Result<SubmissionCase> parse_case(std::string_view text, const std::string& where, const Rubric& rubric) {
  return read_case(TRY(parse_document(text, where, {case_source})), where, rubric);
}

Result<SubmissionCase> parse_patch(std::string_view text, const std::string& where, const Rubric& rubric) {
  const CasePatch patch = TRY(read_case_patch(text, where));
  SubmissionCase example = TRY(read_case(patch.header, where, rubric));
  if (example.start != CaseStart::patch)
    return failure(case_source, where + ": /start_from", "a patch starts from the solution: leave it out");
  example.diff = patch.diff;
  return example;
}

Result<SubmissionCase> load_case(const fs::path& path, const Rubric& rubric) {
  const fs::path file = is_patch(path) ? path : path / "expect.json";
  const std::string text = TRY(file_text(file, case_source));
  if (is_patch(path)) return at(path, TRY(parse_patch(text, file.string(), rubric)));
  SubmissionCase example = TRY(parse_case(text, file.string(), rubric));
  return at(path, TRY(with_files(std::move(example), path)));
}

std::vector<SubmissionCase> load_cases(const fs::path& root, const Rubric& rubric) {
  std::vector<SubmissionCase> cases{whole_solution(rubric), untouched_starter(rubric)};
  for (const fs::path& path : case_paths(root, rubric.lab)) cases.push_back(case_or_fault(path, rubric));
  check_twins(cases);
  return cases;
}

}  // namespace gridmark::load
