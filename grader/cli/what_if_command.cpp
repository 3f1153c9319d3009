// gridmark what-if RESULTS LAB ITEM --limit X: another limit of one item, and the class that results.
#include <fmt/format.h>

#include "grader/cli/commands.h"
#include "grader/cli/installation.h"
#include "grader/cli/ledger_book.h"
#include "grader/cli/terminal.h"
#include "grader/load/file_text.h"
#include "grader/pipeline/what_if.h"
#include "grader/report/what_if_printer.h"
#include "grader/schedule/class_what_if.h"
#include "grader/schedule/slurm_words.h"
#include "grader/system/files.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

struct WhatIfOptions {
  std::string results, lab, item, device, rubric, save;
  double limit = 0;
  bool dry_run = false, json = false;
};

constexpr const char* what_if_examples = R"(
Examples:
  gridmark what-if ~/grades lab1-gpu-basics tiled_bytes --limit 0.2      which grades would change, and by how much
  gridmark what-if ~/grades lab1-gpu-basics tiled_bytes --limit 0.2 --save new.json
                                                                         also write the rubric with this limit
  gridmark rescore ~/grades --rubric new.json                            apply it

The limit is the measured value that earns full points. The other limits of the curve keep their ratio to it, to six
digits. If the limit was 0, they keep their distance. gridmark scores the records again and changes none of them. The
points are those that `gridmark rescore` would give, after lateness and decisions of persons.
--save keeps all other bytes of the rubric. It replaces only a file that is a rubric of the same lab.
Exit codes: 0 shown, 2 a record or the rubric cannot be read or used, 64 wrong usage.)";

/// The rubric before the change, as a file.
struct RubricFile {
  fs::path path;
  std::string text;
};

Result<RubricFile> rubric_file(const WhatIfOptions& options) {
  fs::path path = options.rubric;
  if (options.rubric.empty()) {
    const Installation installation = TRY(find_installation());
    path = TRY(load::load_lab(installation.course, options.lab)).rubric;
  }
  std::string text = TRY(load::file_text(path, Error::Source::rubric));
  return RubricFile{path, std::move(text)};
}

/// The device of --device, or the only one that the item has a target for.
Result<Device> device_of(const WhatIfOptions& options, const RubricFile& file) {
  if (!options.device.empty()) return value_of<Device>(options.device).value_or(Device::emulated);
  const Rubric rubric = TRY(load::parse_rubric(file.text, file.path.string(), options.lab));
  for (const Item* item : items_of(rubric)) {
    if (item->id != options.item || item->targets.empty()) continue;
    if (item->targets.size() == 1) return item->targets.begin()->first;
    return failure(
        Error::Source::usage, "--device",
        fmt::format("found no device, expected emulated or cuda: {} has a target for each", item->id));
  }
  return Device::emulated;  // find_target() reports the item
}

/// Never replaces a file that is something else. Reads the written file again.
Result<void> save_rubric(const WhatIfOptions& options, const schedule::ChangedLimit& rubric) {
  std::error_code ignored;
  if (fs::exists(options.save, ignored) && !load::load_rubric(options.save, options.lab))
    return failure(
        Error::Source::usage, "--save " + options.save,
        "is not a rubric of " + options.lab + ", so gridmark does not replace it. Name another file");
  if (options.dry_run) return {};
  TRY(system::write_file_atomically(options.save, rubric.text));
  const Rubric saved = TRY(load::load_rubric(options.save, options.lab));
  if (saved == rubric.after) return {};
  return failure(
      Error::Source::filesystem, options.save,
      "does not hold the rubric that gridmark wrote. Does another program write this file? Save it again");
}

/// Whether a student has a record of another lab, which the rubric could not score.
bool has_other_labs(const ClassBook& book, std::size_t lab, const std::string& results) {
  std::error_code ignored;
  for (const StudentGrades& row : book.students)
    for (fs::directory_iterator entry(fs::path(results) / row.student.id, ignored), end; entry != end;
         entry.increment(ignored))
      if (entry->path().filename() != book.labs[lab].name &&
          fs::exists(entry->path() / "record.json", ignored))
        return true;
  return false;
}

std::string save_words(const WhatIfOptions& options, const fs::path& before, bool other_labs) {
  std::error_code ignored;
  const bool own = fs::equivalent(options.save, before, ignored);
  std::string words =
      fmt::format("{}{}. To apply it:\n  gridmark rescore {}{} --rubric {}\n",
                  options.dry_run ? "Nothing was written (--dry-run). Without it, the rubric would be in "
                                  : "The rubric is in ",
                  options.save, schedule::shell_words({options.results}),
                  other_labs ? "/*/" + options.lab : "", schedule::shell_words({options.save}));
  if (!own)
    words +=
        fmt::format("The next batch uses the course's rubric again, so then also copy the file over {}.\n",
                    before.string());
  return words;
}

/// The class with the other limit.
struct MovedClass {
  WhatIf table;
  std::string saved;  ///< words about --save
};

Result<MovedClass> compute(const WhatIfOptions& options) {
  const ClassBook book = TRY(ledger_book(options.results));
  const std::size_t lab = TRY(lab_in(book, options.lab));
  const RubricFile file = TRY(rubric_file(options));
  const Device device = TRY(device_of(options, file));
  const LimitChange change{options.item, device, options.limit};
  const auto rubric = TRY(schedule::change_limit(file.text, file.path.string(), options.lab, change));
  WhatIf table = TRY(schedule::class_what_if(options.results, book, lab, change, rubric));
  MovedClass result{std::move(table), ""};
  if (options.save.empty()) return result;
  TRY(save_rubric(options, rubric));
  result.saved = save_words(options, file.path, has_other_labs(book, lab, options.results));
  return result;
}

int run_what_if(const WhatIfOptions& options) {
  const auto result = compute(options);
  if (!result) return refuse(result.error());
  print_errors(result->table.not_scored);
  if (!result->table.not_scored.empty())
    fmt::print(stderr, "gridmark: {} of {} records cannot be scored. These grades stay as they are\n",
               result->table.not_scored.size(), result->table.students.size());
  fmt::print("{}",
             options.json ? report::print_what_if_json(result->table) : report::print_what_if(result->table));
  fmt::print(options.json ? stderr : stdout, "{}", result->saved);
  return result->table.not_scored.empty() ? exit_passing : exit_not_graded;
}

}  // namespace

void add_what_if_command(CLI::App& app, int& exit_code) {
  static WhatIfOptions options;
  CLI::App* command =
      app.add_subcommand("what-if", "Show how a class would move with another limit of an item");
  command->footer(what_if_examples);
  command->add_option("RESULTS", options.results, "The results folder of a batch")->required();
  command->add_option("LAB", options.lab, "The lab's name")->required();
  command->add_option("ITEM", options.item, "The id of a counted or timed item")->required();
  command->add_option("--limit", options.limit, "The value that earns full points")
      ->required()
      ->type_name("NUMBER");
  command->add_option("--device", options.device, "The target to change (default: the item's only one)")
      ->check(CLI::IsMember({"emulated", "cuda"}))
      ->type_name("DEVICE");
  command->add_option("--rubric", options.rubric, "Change this rubric instead of the course's")
      ->type_name("FILE");
  command->add_option("--save", options.save, "Write the changed rubric to this file")->type_name("FILE");
  command->add_flag("--dry-run", options.dry_run, "With --save: write nothing");
  command->add_flag("--json", options.json, "Print JSON for programs");
  command->callback([&exit_code] { exit_code = run_what_if(options); });
}

}  // namespace gridmark::cli
