#pragma once
// A submission that does no work, together with candidates. It is linked, run and graded like any other.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/compile/build_job.h"
#include "grader/core/grade_record.h"
#include "grader/core/rubric.h"
#include "grader/system/stop_flag.h"
#include "grader/system/temp_folder.h"

namespace gridmark::declarations {

/// The parts of a bench.
struct Workless {
  std::string lab;
  std::vector<std::filesystem::path> sources;  ///< the other sources are the starter's
  std::string before;                          ///< text before each of them
  std::vector<std::string> items;              ///< rubric items that it does not earn
};

class Bench {
 public:
  /// Compiles the submission. Throws if that fails.
  Bench(const Workless& workless, const system::ProgramPaths& paths, const system::StopFlag& stop);

  /// Links it with these objects, in each flavour. returns  the linker's output, or "" if it linked
  std::string link(const std::vector<std::filesystem::path>& objects);

  /// Grades the last linked program. Throws if the grader itself fails.
  GradeRecord grade();

  /// The submission's own files.
  std::filesystem::path student() const { return folder_.path() / "student"; }

 private:
  std::vector<compile::CompiledFile> compile(Flavour flavour);
  std::string link(Flavour flavour, const std::vector<std::filesystem::path>& objects);
  compile::BuildJob job(Flavour flavour) const;

  const system::ProgramPaths& paths_;
  const system::StopFlag& stop_;
  system::TempFolder folder_;
  Lab lab_;
  Rubric rubric_;
  Submission submission_;
  std::vector<std::string> items_;
  std::vector<Flavour> flavours_;
  std::vector<std::vector<compile::CompiledFile>> compiled_;  ///< for each flavour
};

}  // namespace gridmark::declarations
