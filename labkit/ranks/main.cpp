// gridmark-ranks: starts the ranks of a program and acts as the network between them.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "labkit/ranks/explore.h"
#include "labkit/ranks/launch.h"
#include "labkit/ranks/options.h"
#include "labkit/ranks/report.h"

namespace gridmark::ranks {
namespace {

enum ExitCode : int { all_well = 0, failed = 1, not_started = 2, wrong_usage = 64, stopped = 130 };

int complain(int code, const std::string& text) {
  fmt::print(stderr, "gridmark ranks: {}\n", text);
  return code;
}

void write_file(const std::string& name, const std::string& text) {
  std::ofstream file(name);
  if (!(file << text).flush()) throw std::runtime_error("cannot write " + name + ": is its folder there?");
}

std::string title_of(const Options& options) {
  std::string title = fmt::format("{} ranks of", options.network.world);
  for (const std::string& word : options.program) title += " " + word;
  return title;
}

void print(const Options& options, const Run& run) {
  const int world = options.network.world;
  if (options.traffic) fmt::print("{}", traffic_table(run.network, world));
  if (options.diagram == "-")
    fmt::print("{}", text_diagram(run.network));
  else if (!options.diagram.empty())
    write_file(options.diagram, html_diagram(run.network, world, title_of(options)));
  if (!options.json.empty()) write_file(options.json, report_json(run.network, world));
}

int run_once(const Options& options, const Launcher& launcher) {
  const Run run =
      launcher.run(options.program, options.network, options.label ? Output::labelled : Output::passed_on);
  print(options, run);
  return run.failed() ? complain(failed, in_words(run)) : all_well;
}

class Exploration {
 public:
  Exploration(const Options& options, const Launcher& launcher) : options_(options), launcher_(launcher) {}

  int run() {
    for (int seed = 1; seed <= options_.explore; ++seed) {
      router::Settings network = options_.network;
      network.seed = static_cast<std::uint64_t>(seed);
      const Tried tried = attempt(network);
      if (tried.failed) return found(seed, tried.taken);
    }
    clear_progress();
    fmt::print("{} orders were tried, and none failed\n", options_.explore);
    return all_well;
  }

 private:
  Tried attempt(const router::Settings& network) {
    if (::isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r{} runs ", ++runs_);
    const Run run = launcher_.run(options_.program, network, Output::hidden, options_.limit);
    Tried tried{run.failed(), {}};
    for (const router::Choice& one : run.network.choices) tried.taken.push_back(one.taken);
    return tried;
  }
  void clear_progress() const {
    if (runs_ > 0) fmt::print(stderr, "\r\033[K");
  }

  int found(int seed, const Choices& failing) {
    const Choices smallest =
        shrink(failing, [this](const Choices& choices) { return attempt(with(choices)); });
    clear_progress();
    const Run run = launcher_.run(options_.program, with(smallest), Output::passed_on, options_.limit);
    if (!run.failed())
      return complain(failed,
                      fmt::format("seed {} failed, and its order does not fail again: the program also "
                                  "depends on more than messages",
                                  seed));
    fmt::print("the order of seed {} fails: {}\n{}", seed, in_words(run), choice_table(run.network));
    const std::string choices = smallest.empty() ? "" : " --choices " + to_text(smallest);
    fmt::print("{}\nto repeat it, with the same options: gridmark ranks -n {}{} -- {}\n",
               smallest.empty() ? "the order of arrival fails as well"
                                : fmt::format("{} of the choices, {}, must differ from the order of arrival",
                                              differing(smallest), to_text(smallest)),
               options_.network.world, choices, fmt::join(options_.program, " "));
    print(options_, run);
    return failed;
  }

  static std::size_t differing(const Choices& choices) {
    return choices.size() - static_cast<std::size_t>(std::count(choices.begin(), choices.end(), 0));
  }
  router::Settings with(const Choices& choices) const {
    router::Settings network = options_.network;
    network.seed = 0;
    network.choices = choices;
    return network;
  }

  const Options& options_;
  const Launcher& launcher_;
  int runs_ = 0;
};

int run(const Options& options) {
  const Launcher launcher;
  try {
    return options.explore > 0 ? Exploration(options, launcher).run() : run_once(options, launcher);
  } catch (const Stopped&) {
    return complain(stopped, "stopped");
  } catch (const std::exception& problem) {
    return complain(not_started, problem.what());
  }
}

}  // namespace
}  // namespace gridmark::ranks

int main(int count, char** words) {
  using namespace gridmark::ranks;
  const auto options = read_options({words + 1, words + count});
  if (const auto* wrong = std::get_if<WrongUsage>(&options))
    return complain(wrong_usage, wrong->message + "\nTry: gridmark ranks --help");
  if (std::get<Options>(options).help) return fmt::print("{}", help()), 0;
  return run(std::get<Options>(options));
}
