#include "tests/fuzz/declarations/kit_trial.h"

#include <algorithm>
#include <random>

#include "grader/pipeline/make_submission.h"
#include "tests/fuzz/declarations/must.h"

namespace gridmark::declarations {
namespace {

constexpr const char* lab = "lab4-memory";
const std::vector<std::string> items{"peak"};

}  // namespace

KitTrial::KitTrial(const system::ProgramPaths& paths, std::uint64_t seed, const system::StopFlag& stop)
    : paths_(paths),
      stop_(stop),
      folder_(must(system::TempFolder::make())),
      kept_(folder_.path() / "kept"),
      texts_(kit_texts(paths.source / "labkit/tensor")) {
  std::shuffle(texts_.begin(), texts_.end(), std::mt19937_64(seed));
  SubmissionCase keeper;
  keeper.lab = lab;
  keeper.path = std::filesystem::path(GRIDMARK_SOURCE_DIR) / "tests/fuzz/declarations/graph.patch";
  must(pipeline::make_submission(keeper, paths, folder_.path() / "student", stop).map([] { return true; }));
  const WholeGrade alone = grade_with(lab, folder_.path() / "student", "", items, kept_, paths_, stop_);
  if (alone.points > Points(0)) throw std::runtime_error("the bench of lab4-memory earns points by itself");
}

std::optional<KitText> KitTrial::try_next() {
  const KitText text = texts_.back();
  texts_.pop_back();
  const WholeGrade seen = grade_with(lab, folder_.path() / "student", text.text, items, kept_, paths_, stop_);
  if (seen.points > Points(0)) return text;
  return std::nullopt;
}

}  // namespace gridmark::declarations
