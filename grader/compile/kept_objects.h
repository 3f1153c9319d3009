#pragma once
// What earlier compiles made, so that only what changed is compiled: for a student's inner loop, and for a
// verification, whose cases share most of their files. Never for a grade: the folder is its owner's, and what
// decides points is compiled from the files that were handed in.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/compile/build_job.h"
#include "grader/core/error.h"

namespace gridmark::compile {

/// For each source of the job, SHA-256 of all that its object is made of: the source, the submission's and
/// the lab's headers, the compiler's options, and name, size and time of what the toolkit and its compilers
/// have. The submission's other sources count where any of its files names one of them.
///
/// errors  filesystem: a file cannot be read
Result<std::vector<std::string>> object_keys(const BuildJob& job);

class KeptObjects {
 public:
  /// The folder need not be there yet. Where it cannot be written, nothing is kept; empty: the same.
  /// most  objects of the sources of one name; the ones that were of use last stay
  explicit KeptObjects(std::filesystem::path folder, std::size_t most = 4)
      : folder_(std::move(folder)), most_(most) {}

  /// A student's own, for one lab.
  static KeptObjects of_user(const std::string& lab);

  /// Lays a kept object and its text where `file` wants them. False where none is kept, or a damaged one.
  bool bring(const std::string& key, const CompiledFile& file) const;

  void keep(const std::string& key, const CompiledFile& file) const;

 private:
  /// KEY/object, KEY/expanded, and KEY/sum of both.
  std::filesystem::path folder_of(const CompiledFile& file) const;

  void remove_all_but_the_newest(const std::filesystem::path& folder, const std::string& key) const;

  std::filesystem::path folder_;
  std::size_t most_;
};

}  // namespace gridmark::compile
