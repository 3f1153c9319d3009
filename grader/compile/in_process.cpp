#include "grader/compile/in_process.h"

#include "grader/compile/sources.h"
#include "grader/system/process.h"

namespace gridmark::compile {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> compile_words(const Lab& lab, const system::ProgramPaths& paths,
                                       const fs::path& program) {
  std::vector<std::string> words{paths.toolkit() / "bin" / "gridmark-cc",
                                 "-O0",
                                 "-std=c++20",
                                 "-g",
                                 "-I",
                                 lab.folder / "include",
                                 "-o",
                                 fs::absolute(program)};
  for (const std::string& word : source_words(lab.files)) words.push_back(word);
  const fs::path built = paths.built_lab(lab.name);
  words.insert(words.end(), {built / "adaptor.emulated.fast.o", built / "tests.o",
                             paths.build / "lib" / "libgridmark_in_process.a",
                             paths.toolkit() / "lib" / "libgridmark_tensor_fast.a", "-lgtest", "-lfmt"});
  return words;
}

}  // namespace

Result<Build> build_in_process(const Lab& lab, const fs::path& submission, const system::ProgramPaths& paths,
                               const fs::path& program, const system::StopFlag& stop) {
  for (const std::string& name : lab.files)
    if (!fs::exists(submission / name))
      return failure(Error::Source::submission, submission / name, "is missing, and the lab needs it");
  system::ProcessRequest request;
  request.arguments = compile_words(lab, paths, program);
  request.folder = submission;  // messages and the debugger then use the student's file names
  return system::run_process(request, stop).map([&](const system::ProcessResult& ran) {
    Build build;
    build.outcome = ran.exit_code == 0 ? Outcome::passed : Outcome::build_failed;
    build.messages = ran.error_output;
    build.seconds = ran.seconds;
    build.program = program;
    return build;
  });
}

}  // namespace gridmark::compile
