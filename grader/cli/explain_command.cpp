// gridmark explain [LAB] ITEM: what one item of a rubric wants, and what a submission got.
#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"
#include "grader/cli/commands.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/core/test_pattern.h"
#include "grader/load/load_record.h"
#include "grader/load/load_rubric.h"
#include "grader/pipeline/lab_tests.h"
#include "grader/report/explanation_printer.h"
#include "grader/system/files.h"

namespace gridmark::cli {
namespace {

struct ExplainOptions {
  std::vector<std::string> words;  ///< [LAB] ITEM
  std::string record;
};

constexpr const char* explain_examples = R"(
Examples:
  gridmark explain lab1-gpu-basics tiled_conflicts   how the item is measured and scored
  gridmark explain tiled_conflicts                   the same, if only one lab has such an item
  gridmark explain tiled_conflicts --record results/lab1-gpu-basics/record.json
                                                     also the points of that submission, and the reason

`gridmark rubric LAB` lists the items of a lab.
Exit codes: 0 explained, 2 a file cannot be read, 64 wrong usage.)";

const Item* find_item(const Rubric& rubric, const std::string& id, const Criterion** in = nullptr) {
  for (const Criterion& criterion : rubric.criteria)
    for (const Item& item : criterion.items)
      if (item.id == id) {
        if (in != nullptr) *in = &criterion;
        return &item;
      }
  return nullptr;
}

/// The labs to look in: the named one, or all that can be read.
Result<std::vector<LabAndRubric>> candidates(const Installation& installation,
                                             const ExplainOptions& options) {
  std::vector<LabAndRubric> found;
  if (options.words.size() == 2) {
    found.push_back(TRY(load_lab_and_rubric(installation, options.words.front())));
    return found;
  }
  for (const std::string& name : load::lab_names(installation.course))
    if (Result<LabAndRubric> one = load_lab_and_rubric(installation, name)) found.push_back(std::move(*one));
  return found;
}

/// The one lab that has the item.
Result<LabAndRubric> lab_with(const std::vector<LabAndRubric>& courses, const std::string& id) {
  std::vector<std::string> ids, labs;
  const LabAndRubric* found = nullptr;
  for (const LabAndRubric& course : courses)
    for (const Criterion& criterion : course.rubric.criteria)
      for (const Item& item : criterion.items) {
        ids.push_back(item.id);
        if (item.id != id) continue;
        found = &course;
        labs.push_back(course.lab.name);
      }
  if (labs.size() > 1)
    return failure(Error::Source::usage, id,
                   fmt::format("is an item of {} and of {}. Name the lab: gridmark explain {} {}", labs[0],
                               labs[1], labs[0], id));
  if (found != nullptr) return *found;
  const bool a_lab = std::any_of(courses.begin(), courses.end(),
                                 [&](const LabAndRubric& course) { return course.lab.name == id; });
  if (a_lab)
    return failure(
        Error::Source::usage, "ITEM",
        fmt::format("found the lab \"{0}\", expected one of its items after it. `gridmark rubric {0}` "
                    "lists them",
                    id));
  const std::string where = courses.size() == 1 ? " in " + courses.front().lab.name : "";
  return failure(Error::Source::usage, "ITEM",
                 fmt::format("found no item \"{}\"{}{}", id, where, suggestion(id, ids)));
}

Result<ItemScore> read_score(const std::string& path, const LabAndRubric& course, const std::string& id) {
  const std::string text = TRY(system::read_file(path, load::most_record_bytes));
  const GradeRecord record = TRY(load::load_record(text, path));
  if (record.lab != course.lab.name)
    return failure(Error::Source::usage, path,
                   fmt::format("is a record of {}, expected one of {}", record.lab, course.lab.name));
  for (const ItemScore& score : record.items)
    if (score.id == id) return score;
  return failure(Error::Source::usage, path, "has no item " + id);
}

std::vector<std::string> patterns_of(const Item& item) {
  std::vector<std::string> patterns = item.tests;
  for (const auto& [device, target] : item.targets) patterns.push_back(target.from);
  return patterns;
}

void add_tests(const Installation& installation, report::Explanation& what) {
  const Result<pipeline::LabTests> tests =
      pipeline::lab_tests(what.lab.name, installation.paths, system::StopFlag());
  if (!tests) return;  // not built: the line is explained all the same
  const std::vector<std::string> patterns = patterns_of(what.item);
  const auto wanted = [&](const std::string& test) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string& pattern) { return matches(pattern, test); });
  };
  std::copy_if(tests->announced.begin(), tests->announced.end(), std::back_inserter(what.announced), wanted);
  what.hidden = static_cast<std::size_t>(std::count_if(tests->hidden.begin(), tests->hidden.end(), wanted));
}

int run_explain(const ExplainOptions& options) {
  const auto installation = find_installation();
  if (!installation) return refuse(installation.error());
  const std::string& id = options.words.back();
  const Result<LabAndRubric> course =
      candidates(*installation, options).and_then([&](const std::vector<LabAndRubric>& courses) {
        return lab_with(courses, id);
      });
  if (!course) return refuse(course.error());
  const Criterion* criterion = nullptr;
  const Item* item = find_item(course->rubric, id, &criterion);
  report::Explanation what{course->lab, *criterion, *item, {}, {}, 0, {}};
  for (const std::string& needed : item->needs)
    if (const Item* first = find_item(course->rubric, needed)) what.needed.push_back(*first);
  add_tests(*installation, what);
  if (!options.record.empty()) {
    Result<ItemScore> score = read_score(options.record, *course, id);
    if (!score) return refuse(score.error());
    what.score = std::move(*score);
  }
  const Terminal terminal = Terminal::detect();
  fmt::print("{}", report::print_explanation(what, {.colour = terminal.colour, .width = terminal.width}));
  return exit_passing;
}

}  // namespace

void add_explain_command(CLI::App& app, int& exit_code) {
  static ExplainOptions options;
  CLI::App* command =
      app.add_subcommand("explain", "Explain how one item of a rubric is measured and scored");
  command->footer(explain_examples);
  command->add_option("LAB_ITEM", options.words, "The lab's name, which you can leave out, and the item's id")
      ->required()
      ->expected(1, 2)
      ->type_name("[LAB] ITEM");
  command->add_option("--record", options.record, "Also explain the points in this record.json")
      ->type_name("FILE");
  add_plain_option(*command);
  command->callback([&exit_code] { exit_code = run_explain(options); });
}

}  // namespace gridmark::cli
