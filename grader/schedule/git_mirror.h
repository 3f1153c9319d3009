#pragma once
// Theory of operation
// A student's repository is hostile: its configuration, hooks, filters and attributes are programs and paths
// that git would follow. So git never works in it. A bare mirror of the batch's own is filled by `git fetch`,
// which on the other side runs only upload-pack; every call of git here gets an environment and one
// configuration file of the batch's own, and neither the system's nor the user's. Files are read by their ids
// from the object store (`ls-tree`, `cat-file`): nothing is ever checked out, so no filter, attribute,
// submodule or LFS download can run. A fetch that is cut off leaves the mirror as it was, and the next one
// goes on with it. One process at a time makes or fills a mirror: a batch's shards share them.
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
  double seconds = 300;                             ///< one call
  std::int64_t pack_bytes = std::int64_t{2} << 30;  ///< one file that git writes
  int commits = 1000;                               ///< of history; older ones are not looked at
};

struct Commit {
  std::string id;
  Moment when = 0;  ///< as the committer wrote it: 0 for no number, the last second of 9999 for what is later
};

/// A line of a file and the commit that it came with.
struct CommittedLine {
  Commit commit;
  std::string text;
};

/// May a roster name this? Paths, file, https, http, ssh and git URLs and user@host:path may be.
/// returns  why not, "" where it may
std::string why_no_repository(const std::string& repository);

class GitMirror {
 public:
  /// root    of the mirrors; is made
  /// errors  filesystem: it cannot be written
  static Result<GitMirror> open(const std::filesystem::path& root, const std::string& repository,
                                const GitLimits& limits, const system::StopFlag& stop);

  /// Brings the branch up to date; an empty name means the repository's own choice (its HEAD).
  ///
  /// errors  submission: an empty repository, no such branch (names those there are). filesystem: it cannot
  /// be reached or
  ///         read, or took longer or more than the limits
  Result<void> fetch(const std::string& branch) const;

  /// The latest commit of the fetched branch whose committer's date is not after `until`. Only the branch's
  /// own commits count (first parents): what a merge brings along was written elsewhere, the course's handout
  /// among it.
  ///
  /// errors  submission: there is none
  Result<Commit> last_commit(const std::string& branch, std::optional<Moment> until) const;

  /// The latest commit up to `commit` that changed one of `files` (paths from the top); nothing: none did.
  Result<std::optional<Commit>> last_change(const std::string& commit,
                                            const std::vector<std::string>& files) const;

  /// All of the branch's own commits up to `commit` that changed one of `files`, the latest first.
  Result<std::vector<Commit>> changes(const std::string& commit, const std::vector<std::string>& files) const;

  /// The lines of a file as `commit` has it.
  ///
  /// errors  filesystem: no such file, or it takes longer than the limits
  Result<std::vector<CommittedLine>> lines(const std::string& commit, const std::string& file) const;

  /// The fetched branch's own commits, the latest first.
  Result<std::vector<Commit>> history(const std::string& branch) const;

  /// errors  submission: more than 20,000 files
  Result<Tree> tree(const std::string& commit) const;

  /// Bytes of a blob, at most 1 MiB and one more.
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
  /// Keeps other shards from the mirror for as long as it lives.
  Result<FileDescriptor> hold() const;
  /// The words of a call that say where the repository is.
  std::vector<std::string> place() const;
  /// The commits that `git rev-list` lists of `history`: options, a name and paths.
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
