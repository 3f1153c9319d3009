#pragma once
// Objects of earlier compiles, so that only changed sources are compiled. Used for a student's inner loop,
// and for a verification, whose cases share most of their files. Never used for a grade: the user can change
// this folder, and code that decides points is compiled from the files that were handed in.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/compile/build_job.h"
#include "grader/core/error.h"

namespace gridmark::compile {

/// For each source of the job, SHA-256 of everything that its object is made of: the source, the headers of
/// the submission and the lab, the compiler's options, and name, size and time of the files of the toolkit
/// and its compilers. The submission's other sources are included if any of its files names one of them.
///
/// errors  filesystem: a file cannot be read
Result<std::vector<std::string>> object_keys(const BuildJob& job);

class KeptObjects {
 public:
  /// folder  may be missing. Nothing is kept if it is empty or cannot be written
  /// most    number of objects of sources with one name. The most recently used ones stay
  explicit KeptObjects(std::filesystem::path folder, std::size_t most = 4)
      : folder_(std::move(folder)), most_(most) {}

  /// The student's folder for one lab.
  static KeptObjects of_user(const std::string& lab);

  /// Copies a kept object and its text to the places in `file`. False if none is kept, or a damaged one.
  bool bring(const std::string& key, const CompiledFile& file) const;

  void keep(const std::string& key, const CompiledFile& file) const;

 private:
  /// Holds KEY/object, KEY/expanded, and KEY/sum of both.
  std::filesystem::path folder_of(const CompiledFile& file) const;

  void remove_all_but_the_newest(const std::filesystem::path& folder, const std::string& key) const;

  std::filesystem::path folder_;
  std::size_t most_;
};

}  // namespace gridmark::compile
