#pragma once
// A submission that does no work, with candidates beside it: linked, run and graded as any other is.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/compile/build_job.h"
#include "grader/core/grade_record.h"
#include "grader/core/rubric.h"
#include "grader/system/stop_flag.h"
#include "grader/system/temp_folder.h"

namespace gridmark::declarations {

/// What a bench is made of.
struct Workless {
  std::string lab;
  std::vector<std::filesystem::path> sources;  ///< the others are the starter's
  std::string before;                          ///< a text in front of each of them
  std::vector<std::string> items;              ///< of the rubric, which it does not earn
};

class Bench {
 public:
  /// Compiles the submission. Throws where that fails.
  Bench(const Workless& workless, const system::ProgramPaths& paths, const system::StopFlag& stop);

  /// With these objects beside it, in each flavour. returns  the linker's words; empty: it is linked
  std::string link(const std::vector<std::filesystem::path>& objects);

  /// What was linked last, graded. Throws where the grader itself fails.
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
  std::vector<std::vector<compile::CompiledFile>> compiled_;  ///< of each flavour
};

}  // namespace gridmark::declarations
