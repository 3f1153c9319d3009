#include "grader/pipeline/make_submission.h"

#include <fstream>

#include "grader/system/process.h"

namespace gridmark {
namespace {

namespace fs = std::filesystem;

/// The solution without its marks, the blocks that `parts` names replaced. Marks are the business of the
/// program that makes the starters.
Result<void> assemble(const fs::path& solution, const fs::path& parts, const ProgramPaths& paths,
                      const fs::path& to, const StopFlag& stop) {
  const fs::path program = paths.build / "bin" / "gridmark-make-starter";
  ProcessRequest request;
  request.arguments = {program, "--from", solution, "--assemble", parts, "--to", to};
  return run_process(request, stop).and_then([&](const ProcessResult& ended) -> Result<void> {
    if (ended.exit_code == 0) return {};
    return failure(Error::Source::lab, parts.string(), "cannot be assembled: " + ended.error_output);
  });
}

Result<void> start(const SubmissionCase& example, const ProgramPaths& paths, const fs::path& to,
                   const StopFlag& stop) {
  const fs::path solution = paths.source / "solutions" / example.lab;
  switch (example.start) {
    case CaseStart::parts:
      return assemble(solution, example.folder / "parts", paths, to, stop);
    case CaseStart::solution:
      return assemble(solution, to, paths, to, stop);  // no parts: `to` is empty
    case CaseStart::starter:
      fs::copy(paths.starters() / example.lab, to, fs::copy_options::recursive);
      break;
    case CaseStart::submission:
      fs::copy(example.folder / "submission", to, fs::copy_options::recursive);
      break;
    case CaseStart::empty:
      break;
  }
  return {};
}

void pad_file(const fs::path& file, std::int64_t bytes) {
  std::ofstream(file, std::ios::app | std::ios::binary) << "\n//";
  const auto size = static_cast<std::int64_t>(fs::file_size(file));
  std::ofstream(file, std::ios::app | std::ios::binary)
      << std::string(static_cast<std::size_t>(std::max<std::int64_t>(bytes - size, 0)), ' ');
}

fs::path target_of(std::string target, const fs::path& solution) {
  const std::string token = "{solution}";
  if (const auto at = target.find(token); at != target.npos)
    target.replace(at, token.size(), solution.string());
  return target;
}

void add_keys(const SubmissionCase& example, const ProgramPaths& paths, const fs::path& to) {
  for (const auto& [name, bytes] : example.pad) pad_file(to / name, bytes);
  for (const std::string& name : example.folders) fs::create_directories(to / name);
  for (const std::string& name : example.extra_files) {
    fs::create_directories((to / name).parent_path());
    std::ofstream(to / name) << "nothing that the lab asks for\n";
  }
  if (const fs::path files = example.folder / "files"; !example.folder.empty() && fs::is_directory(files))
    fs::copy(files, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  for (const std::string& name : example.remove) fs::remove_all(to / name);
  for (const auto& [name, target] : example.links)
    fs::create_symlink(target_of(target, paths.source / "solutions" / example.lab), to / name);
}

}  // namespace

Result<void> make_submission(const SubmissionCase& example, const ProgramPaths& paths, const fs::path& to,
                             const StopFlag& stop) try {
  fs::create_directories(to);
  return start(example, paths, to, stop).map([&] { add_keys(example, paths, to); });
} catch (const fs::filesystem_error& problem) {
  return failure(Error::Source::filesystem, to.string(), problem.what());
}

std::string line_of(const fs::path& folder, const Place& place) {
  std::ifstream file(folder / place.file);
  std::string line;
  for (int i = 0; i < place.line; ++i) std::getline(file, line);
  return line;
}

}  // namespace gridmark
