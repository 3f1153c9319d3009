// gridmark editor LAB: lets an editor with clangd understand the lab's .cu files.
#include <fmt/format.h>

#include <filesystem>

#include "grader/cli/commands.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/load/load_lab.h"
#include "grader/system/files.h"
#include "grader/system/process.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

struct EditorOptions {
  std::string lab;
  std::string submission;
  bool dry_run = false;
};

constexpr const char* editor_examples = R"(
Examples:
  gridmark editor lab1-gpu-basics                         write starter/lab1-gpu-basics/.clangd
  gridmark editor lab1-gpu-basics --submission ~/lab1     write ~/lab1/.clangd
  gridmark editor lab1-gpu-basics --dry-run               print the settings

Any editor with clangd (VS Code, Neovim, Emacs, CLion) then completes CUDA names and marks mistakes. You need neither
a GPU nor the CUDA toolkit.
Exit codes: 0 written, 2 could not be written, 64 wrong usage.)";

Result<std::string> settings(const Lab& lab, const system::ProgramPaths& paths,
                             const system::StopFlag& stop) {
  system::ProcessRequest request;
  request.arguments = {paths.toolkit() / "bin" / "gridmark-cc", "--clangd", "-std=c++20",
                       "-I" + (lab.folder / "include").string()};
  const auto ran = TRY(system::run_process(request, stop));
  if (ran.exit_code == 0) return ran.output;
  const Error failure{Error::Source::toolchain, request.arguments[0],
                      "gave no settings: " + ran.error_output};
  return tl::unexpected(failure);
}

Result<void> write_settings(const EditorOptions& options, const system::StopFlag& stop) {
  const Installation installation = TRY(find_installation());
  const auto lab = TRY(load::load_lab(installation.course, options.lab));
  const fs::path folder = options.submission.empty() ? lab.starter : fs::path(options.submission);
  if (!options.dry_run && !fs::is_directory(folder))
    return failure(Error::Source::usage, folder, "is not a folder. Use --submission DIR to name one");
  const fs::path file = folder / ".clangd";
  const std::string text = TRY(settings(lab, installation.paths, stop));
  if (options.dry_run) {
    fmt::print("{}", text);
    return {};
  }
  TRY(system::write_file_atomically(file, text));
  fmt::print("wrote {}\n", file.string());
  return {};
}

int run_editor(const EditorOptions& options) {
  static system::StopFlag stop;
  system::stop_on_signals(stop);
  const Result<void> written = write_settings(options, stop);
  if (!written) print_error(written.error());
  return written ? exit_passing : exit_not_graded;
}

}  // namespace

void add_editor_command(CLI::App& app, int& exit_code) {
  static EditorOptions options;
  CLI::App* command = app.add_subcommand(
      "editor", "Write settings with which an editor with clangd understands a lab's .cu files");
  command->footer(editor_examples);
  command->add_option("LAB", options.lab, "The lab's name (`gridmark labs` lists them)")->required();
  command->add_option("--submission", options.submission, "The student's folder (default: starter/LAB)")
      ->type_name("DIR");
  command->add_flag("--dry-run", options.dry_run, "Print the settings and write nothing");
  command->callback([&exit_code] { exit_code = run_editor(options); });
}

}  // namespace gridmark::cli
