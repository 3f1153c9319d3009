#include "tests/fuzz/declarations/whole_grade.h"

#include <fstream>

#include "grader/load/load_lab.h"
#include "grader/load/load_rubric.h"
#include "grader/pipeline/grade.h"
#include "tests/fuzz/declarations/must.h"

namespace gridmark::declarations {

WholeGrade grade_with(const std::string& lab, const std::filesystem::path& folder, const std::string& text,
                      const std::vector<std::string>& items, const compile::KeptObjects& kept,
                      const system::ProgramPaths& paths, const system::StopFlag& stop) {
  constexpr const char* file = "candidates.cu";
  std::ofstream(folder / file) << text;
  pipeline::GradeRequest request;
  request.lab = must(load::load_lab(load::course_folders(paths.source), lab));
  request.rubric = must(load::load_rubric(request.lab.rubric, lab));
  request.lab.files.emplace_back(file);
  request.submission = folder;
  request.only = items;
  request.kept = &kept;
  const system::SystemClock clock;
  const GradeRecord record = must(pipeline::grade(request, {paths, stop, clock, {}}));
  WholeGrade seen{record.points, ""};
  for (const ItemScore& item : record.items)
    if (seen.why.empty() && item.outcome != Outcome::not_run) seen.why = item.reason;
  for (const BuildRecord& build : record.builds)
    if (build.outcome != Outcome::passed) seen.why = build.messages;
  return seen;
}

}  // namespace gridmark::declarations
