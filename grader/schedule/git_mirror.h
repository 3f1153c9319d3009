#pragma once
// Theory of operation
// A student's repository is hostile. Its configuration, hooks, filters and attributes are programs and paths
// that git would follow, so git never works in it. Instead, `git fetch` fills a bare mirror that belongs to
// the batch. On the other side this runs only upload-pack. Every call of git here gets the batch's
// environment and its single configuration file, and not those of the system or the user. Files are read by
// their ids from the object store (`ls-tree`, `cat-file`). Nothing is ever checked out, so no filter,
// attribute, submodule or LFS download can run. An interrupted fetch leaves the mirror unchanged, and the
// next fetch goes on with it. The shards of a batch share the mirrors, so only one process at a time makes or
// fills one.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/file_descriptor.h"
#include "grader/core/error.h"
#include "grader/core/moment.h"
#include "grader/schedule/tree.h"
#include "grader/system/process.h"
#include "grader/system/stop_flag.h"

namespace gridmark::schedule {

struct GitLimits {
  double seconds = 300;                             ///< for one call
  std::int64_t pack_bytes = std::int64_t{2} << 30;  ///< for one file that git writes
  int commits = 1000;                               ///< of history, newest first
};

struct Commit {
  std::string id;
  Moment when = 0;  ///< as committed: 0 for no number, at most the last second of 9999
};

/// A line of a file, and the commit that it came with.
struct CommittedLine {
  Commit commit;
  std::string text;
};

/// Why a roster cannot use this as a repository, or "". Allowed are paths, file, https, http, ssh and git
/// URLs, and user@host:path.
std::string why_no_repository(const std::string& repository);

class GitMirror {
 public:
  /// root    folder of the mirrors, made if missing
  /// errors  filesystem: it cannot be written
  static Result<GitMirror> open(const std::filesystem::path& root, const std::string& repository,
                                const GitLimits& limits, const system::StopFlag& stop);

  /// Updates the branch. An empty name means the repository's default branch (its HEAD).
  ///
  /// errors  submission: an empty repository, no such branch (lists the branches). filesystem: it cannot be
  ///         reached or read, or exceeded the limits
  Result<void> fetch(const std::string& branch) const;

  /// The latest commit of the fetched branch whose committer's date is not after `until`. Only first parents
  /// count. A merge also brings commits that were written elsewhere, such as the course's handout.
  ///
  /// errors  submission: there is none
  Result<Commit> last_commit(const std::string& branch, std::optional<Moment> until) const;

  /// The latest commit up to `commit` that changed one of `files` (paths from the top), or nothing.
  Result<std::optional<Commit>> last_change(const std::string& commit,
                                            const std::vector<std::string>& files) const;

  /// All first-parent commits up to `commit` that changed one of `files`, the latest first.
  Result<std::vector<Commit>> changes(const std::string& commit, const std::vector<std::string>& files) const;

  /// The lines of a file in `commit`.
  ///
  /// errors  filesystem: no such file, or it exceeds the limits
  Result<std::vector<CommittedLine>> lines(const std::string& commit, const std::string& file) const;

  /// The first-parent commits of the fetched branch, the latest first.
  Result<std::vector<Commit>> history(const std::string& branch) const;

  /// errors  submission: more than 20,000 files
  Result<Tree> tree(const std::string& commit) const;

  /// The bytes of a blob. Reads at most 1 MiB and one byte, which shows that there are more.
  Result<std::string> blob(const std::string& id) const;

 private:
  GitMirror(std::filesystem::path root, std::filesystem::path folder, std::string repository,
            GitLimits limits, const system::StopFlag& stop)
      : root_(std::move(root)),
        folder_(std::move(folder)),
        repository_(std::move(repository)),
        limits_(limits),
        stop_(&stop) {}
  Result<system::ProcessResult> git(const std::vector<std::string>& words,
                                    std::size_t output_cap = 1 << 20) const;
  Result<void> make() const;
  /// Locks out other shards while the descriptor lives.
  Result<FileDescriptor> hold() const;
  /// The words of a git call that name the repository.
  std::vector<std::string> place() const;
  /// The commits that `git rev-list` lists for `history`: options, a name and paths.
  Result<std::vector<Commit>> listed(const std::vector<std::string>& history) const;
  Result<std::optional<Commit>> first_of(std::vector<std::string> history) const;
  Result<system::ProcessResult> fetch_ref(const std::string& from, const std::string& to) const;
  Result<void> without_ref(const std::string& branch) const;
  Result<std::vector<std::string>> branches() const;

  std::filesystem::path root_, folder_;
  std::string repository_;
  GitLimits limits_;
  const system::StopFlag* stop_;
};

}  // namespace gridmark::schedule
