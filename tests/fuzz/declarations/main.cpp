// Fuzzes the fence around a worker with hostile declarations:
//   fuzz_declarations [--candidates N] [--minutes M] [--seed N] [--only N] [--source DIR] [--build DIR]
//
// Theory of operation. A grammar draws candidates of three kinds: an attribute or a pragma whose string
// contains a name of gridmark's, a function of a shared library with a device pointer, and a definition of a
// name of gridmark's. The compiler, the rules and the linker judge each of them. Linked candidates run
// together with a submission that does no work, in the sandbox, under the lab's checker. Points for it are a
// finding.
//
// Exit code: 0 nothing found, 1 a finding, 2 too few candidates were judged or ran, 64 wrong usage.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <ctime>

#include "tests/fuzz/declarations/campaign.h"

int main(int count, char** words) {
  gridmark::declarations::Plan plan;
  plan.seed = static_cast<std::uint64_t>(std::time(nullptr));
  std::string source = GRIDMARK_SOURCE_DIR, build = GRIDMARK_BUILD_DIR;
  CLI::App app("Fuzzes the fence around a worker with hostile declarations.");
  app.add_option("--candidates", plan.candidates, "how many to judge");
  app.add_option("--minutes", plan.minutes, "how long; the runs are spread over it");
  app.add_option("--seed", plan.seed, "the same seed draws the same candidates; default: of the clock");
  app.add_option("--only", plan.only, "the number of the one candidate to try");
  app.add_option("--source", source, "the course of the gridmark to fuzz");
  app.add_option("--build", build, "its build folder");
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 64;
  }
  if (plan.only != 0) plan.candidates = plan.only;
  try {
    return gridmark::declarations::run_campaign(plan, {source, build});
  } catch (const std::exception& error) {
    fmt::print(stderr, "fuzz_declarations: {}\n", error.what());
    return 2;
  }
}
