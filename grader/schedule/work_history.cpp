#include "grader/schedule/work_history.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <tuple>

namespace gridmark::schedule {
namespace {

std::string trimmed(const std::string& line) {
  constexpr const char* blanks = " \t\r\n";
  const auto first = line.find_first_not_of(blanks);
  if (first == line.npos) return "";
  return line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

struct CommitShare {
  Moment when = 0;
  std::size_t lines = 0;
};

/// For each commit, the number of lines that it brought and that the course did not give.
using CommitShares = std::map<std::string, CommitShare>;

void count_lines(const std::vector<CommittedLine>& lines, const std::set<std::string>& given,
                 CommitShares& shares) {
  for (const CommittedLine& line : lines) {
    const std::string text = trimmed(line.text);
    if (text.empty() || given.contains(text)) continue;
    CommitShare& share = shares[line.commit.id];
    share.when = line.commit.when;
    ++share.lines;
  }
}

/// True if the course gave all lines that these files have in the commit.
bool is_handout(const GitMirror& mirror, const std::string& commit, const std::vector<std::string>& files,
                const std::set<std::string>& given) {
  CommitShares own;
  for (const std::string& file : files)
    if (const auto lines = mirror.lines(commit, file)) count_lines(*lines, given, own);
  return own.empty();
}

void find_largest(const CommitShares& shares, CommitHistory& history) {
  std::size_t all = 0;
  CommitShare largest;
  for (const auto& [id, share] : shares) {
    all += share.lines;
    if (std::tie(share.lines, share.when) > std::tie(largest.lines, largest.when)) largest = share;
  }
  if (all == 0) return;
  history.at_once = static_cast<double>(largest.lines) / static_cast<double>(all);
  history.at_once_when = largest.when;
}

}  // namespace

std::set<std::string> trimmed_lines(const std::vector<std::string>& texts) {
  std::set<std::string> lines;
  for (const std::string& text : texts) {
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.insert(trimmed(line));
  }
  return lines;
}

Result<CommitHistory> work_history(const GitMirror& mirror, const std::string& commit,
                                   const std::vector<std::string>& files,
                                   const std::set<std::string>& given) {
  std::vector<Commit> commits = TRY(mirror.changes(commit, files));
  if (commits.size() > 1 && is_handout(mirror, commits.back().id, files, given)) commits.pop_back();
  CommitHistory history;
  history.commits = commits.size();
  const auto by_date = [](const Commit& a, const Commit& b) { return a.when < b.when; };
  const auto [first, last] = std::minmax_element(commits.begin(), commits.end(), by_date);
  if (first != commits.end()) {
    history.first = first->when;
    history.last = last->when;
  }
  CommitShares shares;
  for (const std::string& file : files) {
    const auto lines = TRY(mirror.lines(commit, file));
    count_lines(lines, given, shares);
  }
  find_largest(shares, history);
  return history;
}

}  // namespace gridmark::schedule
