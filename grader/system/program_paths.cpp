#include "grader/system/program_paths.h"

#include <cstdlib>

namespace gridmark::system {

namespace fs = std::filesystem;

namespace {

/// An installation has its course next to its programs. A build belongs to the source that it was made from.
fs::path source_of(const fs::path& build) {
  if (const char* home = std::getenv("GRIDMARK_HOME"); home != nullptr && *home != '\0') return home;
  std::error_code ignored;
  return fs::is_directory(build / "course" / "labs", ignored) ? build / "course" : GRIDMARK_SOURCE_DIR;
}

}  // namespace

Result<ProgramPaths> find_program_paths() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return failure(Error::Source::filesystem, "/proc/self/exe", "cannot be read: is /proc mounted?");
  if (program.parent_path().filename() != "bin")
    return failure(Error::Source::filesystem, program.string(),
                   "is not in the bin folder of a build of gridmark");
  const fs::path build = program.parent_path().parent_path();
  return ProgramPaths{fs::absolute(source_of(build), error), build};
}

Result<void> require_out_of_sight(const ProgramPaths& paths) {
  std::error_code ignored;
  for (const fs::path& folder : {paths.source, paths.build}) {
    const fs::path real = fs::weakly_canonical(folder, ignored);
    for (const fs::path shown : {"/usr", "/bin", "/sbin", "/lib", "/lib64"})
      if (const auto way = real.lexically_relative(shown); !way.empty() && *way.begin() != "..")
        return failure(Error::Source::filesystem, real,
                       "lies below " + shown.string() +
                           ", which every submission can read. Move the course to another folder");
  }
  return {};
}

}  // namespace gridmark::system
