#include "tests/fuzz/declarations/bench.h"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include "grader/compile/sources.h"
#include "grader/compile/stage.h"
#include "grader/load/load_lab.h"
#include "grader/load/load_rubric.h"
#include "grader/measure/measure.h"
#include "grader/score/score.h"
#include "grader/score/selection.h"
#include "grader/system/files.h"
#include "tests/fuzz/declarations/must.h"

namespace gridmark::declarations {
namespace {

namespace fs = std::filesystem;

Submission staged(const Lab& lab, const Workless& workless, const fs::path& folder) {
  fs::copy(lab.starter, folder / "student", fs::copy_options::recursive);
  for (const fs::path& source : workless.sources)
    std::ofstream(folder / "student" / source.filename())
        << workless.before << must(system::read_file(source, std::int64_t{1} << 20));
  return must(compile::stage(lab, folder / "student", folder / "staged"));
}

}  // namespace

Bench::Bench(const Workless& workless, const system::ProgramPaths& paths, const system::StopFlag& stop)
    : paths_(paths),
      stop_(stop),
      folder_(must(system::TempFolder::make())),
      lab_(must(load::load_lab(load::course_folders(paths.source), workless.lab))),
      rubric_(must(load::load_rubric(lab_.rubric, workless.lab))),
      submission_(staged(lab_, workless, folder_.path())),
      items_(workless.items),
      flavours_(score::flavours_needed(rubric_, Device::emulated, items_)) {
  for (const Flavour flavour : flavours_) compiled_.push_back(compile(flavour));
}

compile::BuildJob Bench::job(Flavour flavour) const {
  return {lab_, submission_, Device::emulated, flavour, paths_, folder_.path() / name_of(flavour), {}};
}

std::vector<compile::CompiledFile> Bench::compile(Flavour flavour) {
  std::vector<compile::CompiledFile> files;
  const fs::path folder = folder_.path() / fmt::format("objects.{}", name_of(flavour));
  fs::create_directory(folder);
  for (const std::string& source : compile::source_words(submission_.files)) {
    const fs::path stem = folder / fs::path(source).stem();
    files.push_back({source, stem.string() + ".o", stem.string() + ".ii"});
  }
  system::LauncherSandbox sandbox(paths_.sandbox(), system::Trust::no, stop_);
  const RunReport report =
      must(sandbox.run(compile::compile_command(job(flavour), files), lab_.build_limits));
  if (report.exit_code != 0 || report.exported.size() < 2 * files.size())
    throw std::runtime_error("the bench does not compile: " + report.output_head);
  return files;
}

std::string Bench::link(Flavour flavour, const std::vector<fs::path>& objects) {
  compile::BuildJob linking = job(flavour);
  linking.compiled = compiled_.at(flavour == flavours_.front() ? 0 : 1);
  for (const fs::path& object : objects) linking.compiled.push_back({object.filename(), object, ""});
  system::LauncherSandbox sandbox(paths_.sandbox(), system::Trust::no, stop_);
  const RunReport report = must(sandbox.run(compile::link_command(linking), lab_.build_limits));
  if (report.exit_code != 0 || report.exported.empty())
    return report.output_head + report.output_tail + " " + report.detail;
  fs::permissions(linking.program, fs::perms(0755));
  return "";
}

std::string Bench::link(const std::vector<fs::path>& objects) {
  for (const Flavour flavour : flavours_)
    if (std::string words = link(flavour, objects); !words.empty()) return words;
  return "";
}

GradeRecord Bench::grade() {
  const system::TempFolder results = must(system::TempFolder::make());
  std::vector<Build> builds;
  for (const Flavour flavour : flavours_)
    builds.push_back({Device::emulated, flavour, Outcome::passed, "", {}, 0, job(flavour).program});
  measure::MeasureRequest request{lab_,
                                  Device::emulated,
                                  builds,
                                  score::test_filter(rubric_, Device::emulated, items_, flavours_),
                                  system::Trust::no,
                                  results.path()};
  request.paired_timings = &rubric_;
  const CheckerResults seen = must(measure::measure(request, paths_, stop_, [](int, int) {}));
  score::RunFacts facts;
  facts.asked = items_;
  facts.runs.resize(1);
  return must(score::score(lab_, rubric_, submission_, builds, seen, facts));
}

}  // namespace gridmark::declarations
