#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grader/schedule/plan.h"

namespace gridmark::schedule {

/// A work of an earlier term, or from a public place. A class is compared with it. It is never graded.
struct EarlierWork {
  std::string name;  ///< of its folder, with the path if there are several folders
  std::filesystem::path folder;
};

/// A work for each folder in `folders` that has a file of one of the labs, in a place where a batch looks for
/// it.
///
/// errors  usage: not a folder, cannot be read, has no such work
Result<std::vector<EarlierWork>> find_earlier_works(const std::vector<std::string>& folders,
                                                    const std::vector<BatchLab>& labs);

/// The texts of the lab's files, "" for a missing one. Empty for a work without any of them. The files can be
/// hostile, so links are never followed.
std::vector<std::string> earlier_texts(const EarlierWork& work, const Lab& lab,
                                       const std::vector<std::string>& names);

}  // namespace gridmark::schedule
