#pragma once
// The kit's own sources with other figures, together with a submission that keeps values which it should
// compute again.
#include <optional>
#include <vector>

#include "grader/system/temp_folder.h"
#include "tests/fuzz/declarations/kit_text.h"
#include "tests/fuzz/declarations/whole_grade.h"

namespace gridmark::declarations {

class KitTrial {
 public:
  /// The seed decides the order.
  KitTrial(const system::ProgramPaths& paths, std::uint64_t seed, const system::StopFlag& stop);

  bool has_more() const { return !texts_.empty(); }
  /// Grades the next one. returns  the grade, if it earned points
  std::optional<KitText> try_next();

 private:
  const system::ProgramPaths& paths_;
  const system::StopFlag& stop_;
  system::TempFolder folder_;
  compile::KeptObjects kept_;
  std::vector<KitText> texts_;
};

}  // namespace gridmark::declarations
