#pragma once
#include <string>

#include "grader/cli/terminal.h"
#include "grader/schedule/batch.h"

namespace gridmark::cli {

/// "grading 12/300, 4.2 a minute, about 68 min left: ada/lab1, bo/lab1", cut to `width` columns.
std::string progress_words(const schedule::BatchStatus& status, std::size_t width);

/// Shows a batch's progress on standard error: one line that changes on a terminal, a line every half minute
/// elsewhere.
class BatchProgress {
 public:
  BatchProgress(const Terminal& terminal, const system::Clock& clock);
  void show(const schedule::BatchStatus& status);
  void clear() { line_.clear(); }

 private:
  bool terminal_;
  std::size_t width_;
  const system::Clock& clock_;
  double last_;
  std::string step_;
  ProgressLine line_;
};

}  // namespace gridmark::cli
