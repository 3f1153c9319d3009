#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grader/schedule/plan.h"

namespace gridmark::schedule {

/// A work of an earlier term, or one found in public: a class is compared with it, and it is never graded.
struct EarlierWork {
  std::string name;  ///< of its folder; with the path where several folders were named
  std::filesystem::path folder;
};

/// A work for each folder in `folders` that has a file of one of the labs, where a batch would look for it.
///
/// errors  usage: not a folder, cannot be read, has no such work
Result<std::vector<EarlierWork>> find_earlier_works(const std::vector<std::string>& folders,
                                                    const std::vector<BatchLab>& labs);

/// The texts of the lab's files, "" for one that is not there; empty for a work without any. The files may be
/// hostile: nothing is reached through a link.
std::vector<std::string> earlier_texts(const EarlierWork& work, const Lab& lab,
                                       const std::vector<std::string>& names);

}  // namespace gridmark::schedule
