#include "grader/pipeline/debug.h"

#include "grader/compile/in_process.h"

namespace gridmark {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> command_for(const DebugRequest& request, const fs::path& program) {
  std::vector<std::string> command;
  // Kernels run on fibers of one thread, so a breakpoint in a kernel stops as in any function.
  if (request.gdb) command = {"/usr/bin/gdb", "--args"};
  command.insert(command.end(), {program, "--gtest_filter=" + request.test});
  return command;
}

}  // namespace

Result<std::vector<std::string>> prepare_debug(const DebugRequest& request, const ProgramPaths& paths,
                                               const StopFlag& stop) {
  const fs::path program = fs::absolute(fs::path("results") / request.lab.name / "in-process");
  std::error_code problem;
  fs::create_directories(program.parent_path(), problem);
  if (problem)
    return failure(Error::Source::filesystem, program.parent_path(), "cannot be made: " + problem.message());
  return build_in_process(request.lab, request.submission, paths, program, stop)
      .and_then([&](const Build& build) -> Result<std::vector<std::string>> {
        if (build.outcome == Outcome::passed) return command_for(request, program);
        return failure(Error::Source::submission, request.submission, "does not compile:\n" + build.messages);
      });
}

}  // namespace gridmark
