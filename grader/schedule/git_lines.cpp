// The commit of each line of a file: git blame in the mirror.
#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>
#include <utility>

#include "grader/schedule/git_mirror.h"

namespace gridmark::schedule {
namespace {

constexpr Moment last_moment = 253'402'300'799;  // 9999-12-31T23:59:59Z
constexpr std::size_t most_blame_bytes = std::size_t{16} << 20;

/// Reads the output of `git blame --porcelain`. Each line starts with "ID OLD NEW [COUNT]". For a new commit,
/// "committer-time SECONDS" and other keys follow. Then comes a tab with the line's text.
class BlameReader {
 public:
  std::vector<CommittedLine> read(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      read_line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::move(lines_);
  }

 private:
  void read_line(std::string_view line) {
    constexpr std::string_view time = "committer-time ";
    if (line.starts_with('\t')) {
      lines_.push_back({{commit_, dates_[commit_]}, std::string(line.substr(1))});
      begins_ = true;
    } else if (std::exchange(begins_, false)) {
      commit_ = line.substr(0, line.find(' '));
    } else if (line.starts_with(time)) {
      const std::string_view seconds = line.substr(time.size());
      Moment& date = dates_[commit_];
      std::from_chars(seconds.data(), seconds.data() + seconds.size(), date);
      date = std::clamp<Moment>(date, 0, last_moment);
    }
  }

  bool begins_ = true;  ///< the next line names a commit
  std::string commit_;
  std::map<std::string, Moment> dates_;
  std::vector<CommittedLine> lines_;
};

}  // namespace

Result<std::vector<Commit>> GitMirror::changes(const std::string& commit,
                                               const std::vector<std::string>& files) const {
  std::vector<std::string> words{commit, "--"};
  for (const std::string& file : files) words.push_back(":(literal)" + file);
  return listed(words);
}

/// Without -w, a change of the layout alone would get all lines.
Result<std::vector<CommittedLine>> GitMirror::lines(const std::string& commit,
                                                    const std::string& file) const {
  const auto ran =
      TRY(git({"blame", "--porcelain", "--first-parent", "-w", commit, "--", file}, most_blame_bytes));
  if (ran.exit_code == 0 && ran.output.size() < most_blame_bytes) return BlameReader().read(ran.output);
  return failure(Error::Source::filesystem, repository_, "git cannot tell where the lines came from");
}

}  // namespace gridmark::schedule
