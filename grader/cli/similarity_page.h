#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grader/cli/batch_options.h"
#include "grader/schedule/compare_works.h"

namespace gridmark::cli {

/// similarity.html of a batch.
class SimilarityPage {
 public:
  /// Which works take part: those of the folders that this call names with --compare, else of those that the
  /// call before did.
  ///
  /// errors  usage: a folder cannot be read, or has no work of these labs
  static Result<SimilarityPage> plan(const BatchOptions& options,
                                     const std::vector<schedule::BatchLab>& labs);

  /// Writes the page where something was graded since it was written, or other works take part. An error is
  /// printed and stops no grades. A page that is out of date is removed first, so that the next call writes
  /// it.
  ///
  /// returns  is it there?
  bool write(const std::vector<schedule::PlanLine>& lines, const schedule::Planner& planner,
             const std::filesystem::path& mirrors, const system::StopFlag& stop) const;

 private:
  std::filesystem::path results_;
  const std::vector<schedule::BatchLab>* labs_ = nullptr;
  std::vector<schedule::EarlierWork> earlier_;
  std::string state_;   ///< of what the page is, for the next call
  bool named_ = false;  ///< folders by this call: their works may have changed
};

}  // namespace gridmark::cli
