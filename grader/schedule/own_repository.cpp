#include "grader/schedule/own_repository.h"

#include <fmt/format.h>

#include "grader/core/ascii.h"
#include "grader/load/json_document.h"
#include "grader/system/files.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

constexpr int most_git_entries = 200'000;
constexpr int most_git_depth = 64;  // the walk holds a descriptor for each level
constexpr std::int64_t most_config_bytes = std::int64_t{1} << 20;

tl::unexpected<Error> not_whole(const fs::path& folder, const std::string& what) {
  return failure(Error::Source::submission, folder.string(),
                 what +
                     ", expected a complete repository, as git clone makes it: hand that in, or "
                     "grade the files as they lie with --working-tree");
}

std::string name_in(const fs::path& folder, const fs::path& path) {
  return load::in_quotes(path.lexically_relative(folder).string());
}

/// Files through which a git folder uses objects, branches or settings of another folder.
Result<void> require_no_other_folder(const fs::path& folder, const fs::path& git) {
  for (const char* name :
       {"commondir", "gitdir", "objects/info/alternates", "objects/info/http-alternates"}) {
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(git / name, ignored)))
      return not_whole(folder,
                       fmt::format("holds {}, which names another folder", name_in(folder, git / name)));
  }
  return {};
}

/// A kind of file that git would follow or wait for. "" for a file or a folder.
std::string_view kind_words(const fs::file_status& status) {
  switch (status.type()) {
    case fs::file_type::regular:
    case fs::file_type::directory:
      return "";
    case fs::file_type::symlink:
      return "a symbolic link";
    case fs::file_type::fifo:
      return "a named pipe";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    default:
      return "neither a file nor a folder";
  }
}

Result<void> require_files_and_folders(const fs::path& folder, const fs::path& git) {
  std::error_code error, ignored;
  int seen = 0;
  for (fs::recursive_directory_iterator entry(git, error), end; !error && entry != end;
       entry.increment(error)) {
    if (++seen > most_git_entries)
      return not_whole(folder,
                       fmt::format("holds more than {} files of git's. git gc packs them", most_git_entries));
    if (entry.depth() > most_git_depth)
      return not_whole(folder,
                       fmt::format("has folders of git's that lie more than {} deep", most_git_depth));
    const fs::file_status status = entry->symlink_status(ignored);
    const bool hooks = entry.depth() == 0 && entry->path().filename() == "hooks";
    if (hooks && (fs::is_directory(status) || fs::is_symlink(status)))
      entry.disable_recursion_pending();
    else if (const std::string_view kind = kind_words(status); !kind.empty())
      return not_whole(folder, fmt::format("holds {}, {}", name_in(folder, entry->path()), kind));
  }
  if (error) return not_whole(folder, "cannot be read completely: " + error.message());
  return {};
}

/// An included file can be anywhere, and can be a pipe that git would wait for.
Result<void> require_no_included_settings(const fs::path& folder, const fs::path& git) {
  for (const char* name : {"config", "config.worktree"}) {
    std::error_code ignored;
    if (!fs::exists(git / name, ignored)) continue;
    const auto text = system::read_file(git / name, most_config_bytes);
    if (!text) return not_whole(folder, "cannot be read: " + message_of(text.error()));
    if (lower_case(*text).find("[include") != std::string::npos)
      return not_whole(folder,
                       fmt::format("holds {}, which includes another file", name_in(folder, git / name)));
  }
  return {};
}

Result<bool> is_own(const fs::path& folder, const fs::path& git) {
  TRY(require_files_and_folders(folder, git));
  TRY(require_no_other_folder(folder, git));
  TRY(require_no_included_settings(folder, git));
  return true;
}

bool is_bare(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "HEAD", ignored) && fs::is_directory(folder / "objects", ignored) &&
         fs::is_directory(folder / "refs", ignored);
}

}  // namespace

fs::path git_folder_of(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(fs::symlink_status(folder / ".git", ignored)) ? folder / ".git" : folder;
}

Result<bool> is_repository(const fs::path& folder) {
  std::error_code ignored;
  const fs::file_status own = fs::symlink_status(folder / ".git", ignored);
  if (fs::is_directory(own)) return is_own(folder, folder / ".git");
  if (fs::exists(own))
    return failure(Error::Source::submission, folder.string(),
                   "its .git is not a folder but names another place, as in a submodule or a linked "
                   "worktree. Hand in the "
                   "repository itself, or grade the files as they lie with --working-tree");
  return is_bare(folder) ? is_own(folder, folder) : false;
}

}  // namespace gridmark::schedule
