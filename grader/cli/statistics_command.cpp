// gridmark statistics RESULTS [LAB]: how hard each item was, and whether it separates the class.
#include <fmt/format.h>

#include <numeric>

#include "grader/cli/commands.h"
#include "grader/cli/ledger_book.h"
#include "grader/cli/terminal.h"
#include "grader/report/statistics_printer.h"

namespace gridmark::cli {
namespace {

struct StatisticsOptions {
  std::string results, lab;
  bool json = false;
};

constexpr const char* statistics_examples = R"(
Examples:
  gridmark statistics ~/grades                      every lab of the class
  gridmark statistics ~/grades lab1-gpu-basics      one lab
  gridmark statistics ~/grades --json               the same for programs

The command reads the ledger of a batch and changes nothing. Mean and median of a lab are after lateness, as on the
class page. The items are before lateness and without excused grades. Students who share a repository and have the same
files count once there.
Exit codes: 0 shown, 2 the ledger cannot be read, 64 wrong usage.)";

Result<std::vector<std::size_t>> wanted_labs(const ClassBook& book, const std::string& lab) {
  if (!lab.empty()) return std::vector<std::size_t>{TRY(lab_in(book, lab))};
  std::vector<std::size_t> all(book.labs.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

int run_statistics(const StatisticsOptions& options) {
  const auto book = ledger_book(options.results);
  if (!book) return refuse(book.error());
  const auto labs = wanted_labs(*book, options.lab);
  if (!labs) return refuse(labs.error());
  fmt::print("{}", options.json ? report::print_statistics_json(*book, *labs)
                                : report::print_statistics(*book, *labs));
  return exit_passing;
}

}  // namespace

void add_statistics_command(CLI::App& app, int& exit_code) {
  static StatisticsOptions options;
  CLI::App* command =
      app.add_subcommand("statistics", "Show how hard each item was, and whether it separates the class");
  command->footer(statistics_examples);
  command->add_option("RESULTS", options.results, "The results folder of a batch")->required();
  command->add_option("LAB", options.lab, "Show only this lab (default: all)");
  command->add_flag("--json", options.json, "Print JSON for programs");
  command->callback([&exit_code] { exit_code = run_statistics(options); });
}

}  // namespace gridmark::cli
