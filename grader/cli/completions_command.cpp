// gridmark completions SHELL, and `gridmark complete WORD...`, which the scripts ask.
#include <fmt/format.h>

#include "grader/cli/commands.h"
#include "grader/cli/completions.h"
#include "grader/cli/installation.h"
#include "grader/load/load_rubric.h"
#include "grader/report/exports.h"

namespace gridmark::cli {
namespace {

constexpr const char* completions_examples = R"(
Examples:
  source <(gridmark completions bash)                     in ~/.bashrc
  source <(gridmark completions zsh)                      in ~/.zshrc, after compinit
  gridmark completions fish > ~/.config/fish/completions/gridmark.fish

The shell then completes commands, options, their choices, labs and items of rubrics. In a checkout of the source, use
source <(./gridmark completions bash) to complete ./gridmark in bash too. An installed gridmark needs no such line,
because bash, zsh and fish find its scripts.
Exit codes: 0 printed, 64 wrong usage.)";

/// What the course on this machine has; nothing where there is none, since a key press is no place for
/// errors.
class CoursesNames final : public KnownNames {
 public:
  std::vector<std::string> labs() const override {
    return course_ ? load::lab_names(*course_) : std::vector<std::string>{};
  }
  std::vector<std::string> items(const std::string& lab) const override {
    std::vector<std::string> ids;
    const auto rubric =
        course_.and_then([&](const load::CourseFolders& course) { return load::load_lab(course, lab); })
            .and_then([](const Lab& found) { return load::load_rubric(found.rubric, found.name); });
    if (rubric)
      for (const Item* item : items_of(*rubric)) ids.push_back(item->id);
    return ids;
  }
  std::vector<std::string> formats() const override {
    std::vector<std::string> names;
    for (const report::ExportFormat& format : report::export_formats()) names.push_back(format.name);
    return names;
  }

 private:
  Result<load::CourseFolders> course_ =
      find_installation().map([](const Installation& found) { return found.course; });
};

void print_candidates(const Candidates& found) {
  for (const Candidate& one : found.words)
    fmt::print("{}{}{}\n", one.word, one.summary.empty() ? "" : "\t", one.summary);
  if (found.paths != Paths::none) fmt::print("{}\n", found.paths == Paths::files ? ":files" : ":folders");
}

}  // namespace

void add_completions_command(CLI::App& app, int&) {
  static std::string shell;
  CLI::App* command = app.add_subcommand("completions", "Print a script that completes commands in a shell");
  command->footer(completions_examples);
  command->add_option("SHELL", shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->type_name("SHELL");
  command->callback([] { fmt::print("{}", completion_script(shell)); });

  CLI::App* complete_command = app.add_subcommand("complete", "Print the candidates for a script")->group("");
  complete_command->set_help_flag();  // every word is the line's
  complete_command->prefix_command();
  complete_command->callback([&app, complete_command] {
    print_candidates(complete(app, complete_command->remaining(), CoursesNames()));
  });
}

}  // namespace gridmark::cli
