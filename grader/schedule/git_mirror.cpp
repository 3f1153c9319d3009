#include "grader/schedule/git_mirror.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <sstream>

#include "grader/core/roster.h"
#include "grader/core/sha256.h"
#include "grader/load/json_document.h"
#include "grader/report/text.h"
#include "grader/schedule/git_settings.h"
#include "grader/schedule/own_repository.h"
#include "grader/system/files.h"
#include "grader/system/folder_lock.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

constexpr const char* git_program = "/usr/bin/git";
constexpr const char* prlimit_program = "/usr/bin/prlimit";

/// The mirror's ref for a branch. "" is the branch that HEAD named.
std::string kept_as(const std::string& branch) {
  return branch.empty() ? "refs/gridmark/head" : "refs/gridmark/branch/" + branch;
}

constexpr std::size_t most_files = 20'000;
constexpr std::size_t most_listing_bytes = std::size_t{8} << 20;
constexpr std::size_t most_blob_bytes = (std::size_t{1} << 20) + 1;

/// The last line of git's output, for a message.
std::string last_words(const std::string& said) {
  const auto end = said.find_last_not_of("\r\n");
  if (end == said.npos) return "git said nothing";
  const auto start = said.find_last_of("\r\n", end);
  return report::printable(
      said.substr(start == said.npos ? 0 : start + 1, end - (start == said.npos ? -1 : start)));
}

/// Git passes on any number in a commit, including dates that no clock can show.
Moment written_moment(const std::string& seconds) {
  constexpr Moment last = 253'402'300'799;  // 9999-12-31T23:59:59Z
  Moment moment = 0;
  const auto read = std::from_chars(seconds.data(), seconds.data() + seconds.size(), moment);
  return read.ec == std::errc::result_out_of_range ? last : std::clamp<Moment>(moment, 0, last);
}

/// "100644 blob ID    1234\tNAME"
void add_entry(std::string_view line, Tree& tree) {
  const auto tab = line.find('\t');
  if (tab == line.npos) return;
  const std::string_view mode = line.substr(0, 6), name = line.substr(tab + 1);
  const auto id_start = line.find(' ', 7);
  const auto id_end = line.find(' ', id_start + 1);
  TreeEntry entry;
  entry.kind = mode == "120000"          ? TreeEntry::Kind::link
               : mode.starts_with("100") ? TreeEntry::Kind::file
                                         : TreeEntry::Kind::other;
  entry.identity = line.substr(id_start + 1, id_end - id_start - 1);
  const auto size_start = line.find_first_not_of(' ', id_end);
  std::from_chars(line.data() + size_start, line.data() + tab, entry.bytes);
  if (entry.kind == TreeEntry::Kind::link) entry.refusal = "symbolic link";
  if (entry.kind == TreeEntry::Kind::other) entry.refusal = "not a regular file";
  tree.emplace(name, std::move(entry));
}

/// True for a folder that git accepts as a repository.
bool is_mirror(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / "HEAD", error) && fs::is_directory(folder / "objects", error) &&
         fs::is_directory(folder / "refs", error);
}

}  // namespace

std::string why_no_repository(const std::string& repository) {
  if (repository.empty()) return "no repository is given";
  if (repository.front() == '-') return "it starts with a hyphen";
  if (!is_address(repository)) return "";
  if (repository.find("::") != repository.npos) return "\"::\" names a program that git would run";
  const auto scheme = repository.find("://");
  if (scheme == repository.npos) return "";
  static const std::array known{"file", "https", "http", "ssh", "git"};
  const std::string name = repository.substr(0, scheme);
  return std::find(known.begin(), known.end(), name) != known.end()
             ? ""
             : fmt::format("{} is not one of file, https, http, ssh, git", load::in_quotes(name));
}

Result<GitMirror> GitMirror::open(const fs::path& root, const std::string& repository,
                                  const GitLimits& limits, const system::StopFlag& stop) {
  if (const std::string why = why_no_repository(repository); !why.empty())
    return failure(Error::Source::usage, repository, "is not a repository: " + why);
  const fs::path folder = root / (Sha256().add_part(repository).digits().substr(0, 24) + ".git");
  GitMirror mirror(root, folder, repository, limits, stop);
  return mirror.make().map([&] { return mirror; });
}

Result<void> GitMirror::make() const {
  std::error_code error;
  fs::create_directories(root_, error);
  if (!fs::is_regular_file(root_ / "git.config", error))
    TRY(system::write_file_atomically(root_ / "git.config", git_configuration()));
  if (is_mirror(folder_)) return {};
  const auto held = TRY(hold());
  if (is_mirror(folder_)) return {};
  // Made next to its place, so that a killed process leaves no incomplete mirror there.
  const fs::path made = folder_.string() + ".new";
  fs::remove_all(made, error);
  system::ProcessRequest request;
  request.arguments = {git_program, "init", "--quiet", "--bare", "--template=", made.string()};
  request.environment = git_environment(root_ / "git.config");
  request.timeout_seconds = limits_.seconds;
  const system::ProcessResult ran = TRY(system::run_process(request, *stop_));
  if (ran.exit_code != 0)
    return failure(Error::Source::filesystem, folder_.string(),
                   "no mirror can be made: " + last_words(ran.error_output));
  fs::remove_all(folder_, error);
  fs::rename(made, folder_, error);
  if (!error) return {};
  return failure(Error::Source::filesystem, folder_.string(), "no mirror can be made: " + error.message());
}

Result<FileDescriptor> GitMirror::hold() const {
  return system::wait_for_file(folder_.string() + ".lock", limits_.seconds, *stop_);
}

Result<system::ProcessResult> GitMirror::git(const std::vector<std::string>& words,
                                             std::size_t output_cap) const {
  system::ProcessRequest request;
  request.arguments = {prlimit_program, fmt::format("--fsize={}", limits_.pack_bytes), "--core=0",
                       git_program, "--git-dir=" + folder_.string()};
  request.arguments.insert(request.arguments.end(), words.begin(), words.end());
  request.environment = git_environment(root_ / "git.config");
  request.timeout_seconds = limits_.seconds;
  request.output_cap = output_cap;
  system::ProcessResult ran = TRY(system::run_process(request, *stop_));
  if (ran.stopped) return failure(Error::Source::filesystem, repository_, "stopped before git was done");
  if (ran.timed_out)
    return failure(Error::Source::filesystem, repository_,
                   fmt::format("git took longer than {:g} s. Run the batch again to go on", limits_.seconds));
  return ran;
}

Result<void> GitMirror::fetch(const std::string& branch) const {
  const auto held = TRY(hold());
  const auto ran = TRY(fetch_ref(branch.empty() ? "HEAD" : "refs/heads/" + branch, kept_as(branch)));
  if (ran.exit_code == 0) return {};
  if (ran.error_output.find("couldn't find remote ref") != std::string::npos) return without_ref(branch);
  return failure(Error::Source::filesystem, repository_,
                 "git cannot fetch it: " + last_words(ran.error_output));
}

Result<system::ProcessResult> GitMirror::fetch_ref(const std::string& from, const std::string& to) const {
  std::error_code ignored;
  // Locks of a killed fetch. No other process holds the mirror now.
  for (const std::string& lock : {std::string("shallow.lock"), std::string("packed-refs.lock"), to + ".lock"})
    fs::remove(folder_ / lock, ignored);
  std::vector<std::string> words{"fetch",
                                 "--quiet",
                                 "--force",
                                 "--no-tags",
                                 "--no-recurse-submodules",
                                 "--no-write-fetch-head",
                                 fmt::format("--depth={}", limits_.commits)};
  for (std::string& word : place()) words.push_back(std::move(word));
  words.push_back(fmt::format("+{}:{}", from, to));
  return git(words);
}

/// With a path, git would copy or link files. With file:// it uses upload-pack as for any other address.
/// Without --strict, upload-pack would try DIR/.git, DIR, DIR.git/.git and DIR.git, and would follow a file.
/// It must use only the folder that is_repository() checked.
std::vector<std::string> GitMirror::place() const {
  if (is_address(repository_)) return {"--", repository_};
  std::string encoded = "file://";
  for (const char c : fs::absolute(git_folder_of(repository_)).lexically_normal().string()) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                       std::string_view("/._~-").find(c) != std::string_view::npos;
    encoded += plain ? std::string(1, c) : fmt::format("%{:02x}", static_cast<unsigned char>(c));
  }
  return {"--upload-pack=git upload-pack --strict", "--", encoded};
}

/// HEAD often names a branch that was never pushed. If there is only one branch, that one is used.
Result<void> GitMirror::without_ref(const std::string& branch) const {
  const auto all = TRY(branches());
  if (branch.empty() && all.size() == 1) {
    const auto ran = TRY(fetch_ref("refs/heads/" + all.front(), kept_as(branch)));
    if (ran.exit_code == 0) return {};
  }
  if (all.empty())
    return failure(Error::Source::submission, "", "the repository is empty: it has no branch and no commit");
  std::vector<std::string> shown;
  for (const std::string& name : all)
    if (shown.size() < 6) shown.push_back(load::in_quotes(name));
  return failure(Error::Source::submission, "",
                 fmt::format("found no {}. Its branches are {}",
                             branch.empty() ? "branch that HEAD names" : "branch " + load::in_quotes(branch),
                             fmt::join(shown, ", ")));
}

Result<std::vector<std::string>> GitMirror::branches() const {
  std::vector<std::string> words{"ls-remote", "--heads"};
  for (std::string& word : place()) words.push_back(std::move(word));
  const auto ran = TRY(git(words));
  constexpr std::string_view mark = "refs/heads/";
  std::vector<std::string> names;
  for (std::size_t at = 0; (at = ran.output.find(mark, at)) != std::string::npos;) {
    const auto end = std::min(ran.output.find('\n', at), ran.output.size());
    names.push_back(ran.output.substr(at + mark.size(), end - at - mark.size()));
    at = end;
  }
  return names;
}

Result<Commit> GitMirror::last_commit(const std::string& branch, std::optional<Moment> until) const {
  std::vector<std::string> words;
  if (until) words.push_back(fmt::format("--min-age={}", *until));
  words.push_back(kept_as(branch));
  const auto found = TRY(first_of(words));
  if (found) return *found;
  return failure(Error::Source::submission, "",
                 fmt::format("found no commit up to {}", until ? moment_text(*until) : "now"));
}

Result<std::optional<Commit>> GitMirror::last_change(const std::string& commit,
                                                     const std::vector<std::string>& files) const {
  std::vector<std::string> words{commit, "--"};
  for (const std::string& file : files) words.push_back(":(literal)" + file);
  return first_of(words);
}

Result<std::vector<Commit>> GitMirror::history(const std::string& branch) const {
  return listed({kept_as(branch)});
}

Result<std::vector<Commit>> GitMirror::listed(const std::vector<std::string>& history) const {
  std::vector<std::string> words{"rev-list", "--first-parent", "--format=at %ct"};
  words.insert(words.end(), history.begin(), history.end());
  const auto ran = TRY(git(words));
  if (ran.exit_code != 0)
    return failure(Error::Source::filesystem, repository_,
                   "its history cannot be read: " + last_words(ran.error_output));
  // "commit ID\nat SECONDS\n". Git leaves out a line that would be empty
  std::vector<Commit> commits;
  std::istringstream lines(ran.output);
  for (std::string id, seconds; std::getline(lines, id) && std::getline(lines, seconds);)
    if (id.starts_with("commit ") && seconds.starts_with("at "))
      commits.push_back({id.substr(7), written_moment(seconds.substr(3))});
  return commits;
}

Result<std::optional<Commit>> GitMirror::first_of(std::vector<std::string> history) const {
  history.insert(history.begin(), "--max-count=1");
  return listed(history).map([](const std::vector<Commit>& commits) {
    return commits.empty() ? std::nullopt : std::optional(commits.front());
  });
}

Result<Tree> GitMirror::tree(const std::string& commit) const {
  const auto ran = TRY(git({"ls-tree", "-r", "-z", "-l", "--full-tree", commit}, most_listing_bytes));
  if (ran.exit_code != 0)
    return failure(Error::Source::filesystem, repository_,
                   "its files cannot be listed: " + last_words(ran.error_output));
  Tree tree;
  for (std::size_t at = 0; at < ran.output.size();) {
    const auto end = std::min(ran.output.find('\0', at), ran.output.size());
    add_entry(std::string_view(ran.output).substr(at, end - at), tree);
    at = end + 1;
    if (tree.size() > most_files || ran.output.size() >= most_listing_bytes)
      return failure(
          Error::Source::submission, "",
          fmt::format("found more than {} files in the repository, expected a student's work", most_files));
  }
  return tree;
}

Result<std::string> GitMirror::blob(const std::string& id) const {
  const auto ran = TRY(git({"cat-file", "blob", id}, most_blob_bytes));
  if (ran.exit_code != 0)
    return failure(Error::Source::filesystem, repository_,
                   "a file cannot be read: " + last_words(ran.error_output));
  return ran.output;
}

}  // namespace gridmark::schedule
