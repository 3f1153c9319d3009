#include "grader/pipeline/make_submission.h"

#include <fmt/format.h>

#include <fstream>

#include "grader/system/process.h"
#include "grader/system/temp_folder.h"

namespace gridmark::pipeline {
namespace {

namespace fs = std::filesystem;

/// The solution in `from` without its marks. The program that makes the starters removes them.
Result<void> without_marks(const fs::path& from, const system::ProgramPaths& paths, const fs::path& to,
                           const system::StopFlag& stop) {
  system::ProcessRequest request;
  request.arguments = {paths.build / "bin" / "gridmark-make-starter", "--solved", "--from", from, "--to", to};
  const system::ProcessResult ended = TRY(system::run_process(request, stop));
  if (ended.exit_code == 0) return {};
  return failure(Error::Source::lab, from.string(), "cannot be assembled: " + ended.error_output);
}

/// Runs git outside of all repositories and without settings. It refuses names that lead out of `folder`.
system::ProcessRequest git_apply(const fs::path& patch, const fs::path& folder) {
  system::ProcessRequest request;
  request.arguments = {"/usr/bin/git", "apply", "--whitespace=nowarn", fs::absolute(patch)};
  request.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1",
                         "GIT_CONFIG_GLOBAL=/dev/null",
                         "GIT_CEILING_DIRECTORIES=" + folder.parent_path().string()};
  request.folder = folder;
  return request;
}

Result<void> apply(const SubmissionCase& example, const fs::path& solution, const system::StopFlag& stop) {
  const system::ProcessResult ended = TRY(system::run_process(git_apply(example.path, solution), stop));
  if (ended.exit_code == 0) return {};
  return failure(
      Error::Source::lab, example.path.string(),
      fmt::format("does not apply to solutions/{}: {}make the patch again (tests/submissions/README.md)",
                  example.lab, ended.error_output));
}

/// The solution with the case's patch, which was made for the files with their marks.
Result<void> patched(const SubmissionCase& example, const system::ProgramPaths& paths, const fs::path& to,
                     const system::StopFlag& stop) {
  const system::TempFolder folder = TRY(system::TempFolder::make());
  const fs::path solution = folder.path() / "solution";
  fs::copy(paths.source / "solutions" / example.lab, solution, fs::copy_options::recursive);
  TRY(apply(example, solution, stop));
  return without_marks(solution, paths, to, stop);
}

Result<void> start(const SubmissionCase& example, const system::ProgramPaths& paths, const fs::path& to,
                   const system::StopFlag& stop) {
  switch (example.start) {
    case CaseStart::patch:
      return patched(example, paths, to, stop);
    case CaseStart::solution:
      return without_marks(paths.source / "solutions" / example.lab, paths, to, stop);
    case CaseStart::starter:
      fs::copy(paths.starters() / example.lab, to, fs::copy_options::recursive);
      break;
    case CaseStart::submission:
      fs::copy(example.path / "submission", to, fs::copy_options::recursive);
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

void add_keys(const SubmissionCase& example, const system::ProgramPaths& paths, const fs::path& to) {
  for (const auto& [name, bytes] : example.pad) pad_file(to / name, bytes);
  for (const std::string& name : example.folders) fs::create_directories(to / name);
  for (const std::string& name : example.extra_files) {
    fs::create_directories((to / name).parent_path());
    std::ofstream(to / name) << "nothing that the lab asks for\n";
  }
  if (const fs::path files = example.path / "files"; !example.path.empty() && fs::is_directory(files))
    fs::copy(files, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  for (const std::string& name : example.remove) fs::remove_all(to / name);
  for (const auto& [name, target] : example.links)
    fs::create_symlink(target_of(target, paths.source / "solutions" / example.lab), to / name);
}

}  // namespace

Result<void> make_submission(const SubmissionCase& example, const system::ProgramPaths& paths,
                             const fs::path& to, const system::StopFlag& stop) try {
  if (example.fault) return tl::unexpected(*example.fault);
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

}  // namespace gridmark::pipeline
