#include "grader/pipeline/debug.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grader/compile/in_process.h"
#include "grader/pipeline/run_tests.h"

namespace gridmark::pipeline {
namespace {

namespace fs = std::filesystem;

/// GoogleTest's filter for the chosen tests.
Result<std::string> filter_of(const DebugRequest& request, const system::ProgramPaths& paths,
                              const system::StopFlag& stop) {
  if (request.test.empty()) return "*";
  return tests_of(request.lab, request.rubric, false, paths, stop)
      .and_then([&](const std::vector<TestEntry>& all) {
        return chosen_tests(all, request.rubric, {.wanted = {request.test}, .counted = true});
      })
      .map([](const std::vector<TestEntry>& chosen) {
        std::vector<std::string> names;
        for (const TestEntry& test : chosen) names.push_back(test.name);
        return fmt::format("{}", fmt::join(names, ":"));
      });
}

std::vector<std::string> command_for(const DebugRequest& request, const fs::path& program,
                                     const std::string& filter) {
  std::vector<std::string> command;
  // Kernels run on fibers of one thread, so a breakpoint works in a kernel as in any function.
  if (request.gdb) command = {"/usr/bin/gdb", "--args"};
  command.insert(command.end(), {program, "--gtest_filter=" + filter});
  return command;
}

}  // namespace

Result<std::vector<std::string>> prepare_debug(const DebugRequest& request, const system::ProgramPaths& paths,
                                               const system::StopFlag& stop) {
  const auto filter = TRY(filter_of(request, paths, stop));
  const fs::path program = fs::absolute(fs::path("results") / request.lab.name / "in-process");
  std::error_code problem;
  fs::create_directories(program.parent_path(), problem);
  if (problem)
    return failure(Error::Source::filesystem, program.parent_path(), "cannot be made: " + problem.message());
  const Build build = TRY(compile::build_in_process(request.lab, request.submission, paths, program, stop));
  if (build.outcome == Outcome::passed) return command_for(request, program, filter);
  return failure(Error::Source::submission, request.submission, "does not compile:\n" + build.messages);
}

}  // namespace gridmark::pipeline
