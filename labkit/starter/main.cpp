// gridmark-make-starter: writes starter/NAME, or the solution without its marks.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "labkit/starter/difference.h"
#include "labkit/starter/make_starter.h"

namespace {

using namespace gridmark::starter;

enum ExitCode { in_step = 0, drifted = 1, refused = 2, wrong_usage = 64 };

struct Arguments {
  std::string from, to;
  bool solved = false, check = false;
};

Result<Tree> wanted_tree(const Arguments& arguments) {
  return read_tree(arguments.from).and_then(arguments.solved ? without_marks : make_starter);
}

int refuse(const std::string& why) {
  fmt::print(stderr, "gridmark-make-starter: {}\n", why);
  return refused;
}

/// Whether `gridmark editor` or `gridmark benchmark` wrote this file next to the code.
bool is_of_a_command(const std::string& name) { return name == ".clangd" || name.starts_with("results/"); }

/// Lists other files that are not made from the solution, but never deletes them.
int report(Tree found, const Tree& wanted) {
  std::erase_if(
      found, [&](const auto& file) { return is_of_a_command(file.first) && !wanted.contains(file.first); });
  const std::string text = difference(found, wanted);
  fmt::print("{}", text);
  return text.empty() ? in_step : drifted;
}

int run(const Arguments& arguments) {
  const auto wanted = wanted_tree(arguments);
  if (!wanted) return refuse(wanted.error());
  if (!arguments.check)
    if (const auto written = write_tree(*wanted, arguments.to); !written) return refuse(written.error());
  auto found = read_tree(arguments.to);
  return found ? report(*std::move(found), *wanted) : refuse(found.error());
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app{
      "Makes the starter that students edit from a solution with BEGIN SOLUTION / END SOLUTION marks.\n"
      "Exit codes: 0 done, 1 the target differs, 2 the solution is not well marked, 64 wrong usage.",
      "gridmark-make-starter"};
  app.add_option("--from", arguments.from, "the marked solution")->required()->check(CLI::ExistingDirectory);
  app.add_option("--to", arguments.to, "the folder to write, or to compare with --check")->required();
  app.add_flag("--check", arguments.check,
               "write nothing: print the differences between the folder and the right starter");
  app.add_flag("--solved", arguments.solved, "make the solution without its marks instead");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : wrong_usage;
  }
  return run(arguments);
}
