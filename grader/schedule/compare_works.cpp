#include "grader/schedule/compare_works.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>

#include "grader/report/commit_words.h"
#include "grader/schedule/work_history.h"
#include "grader/similarity/alike.h"
#include "grader/system/files.h"
#include "grader/system/temp_folder.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_source_bytes = std::int64_t{1} << 20;

bool is_source(const std::string& name) {
  static constexpr std::array endings{".cu", ".cuh", ".h", ".hpp", ".cpp", ".cc", ".c"};
  return std::any_of(endings.begin(), endings.end(), [&](const char* one) { return name.ends_with(one); });
}

std::vector<std::string> source_files(const Lab& lab) {
  std::vector<std::string> names;
  std::copy_if(lab.files.begin(), lab.files.end(), std::back_inserter(names), is_source);
  return names;
}

/// The starter, the interface, and the code in the handout. The solution is not part of it, because the class
/// is compared with it.
std::vector<std::string> given_texts(const Lab& lab) {
  std::vector<std::string> texts;
  for (const fs::path& folder : {lab.starter, lab.folder / "include"}) {
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
      if (entry->is_regular_file(error) && is_source(entry->path().filename().string()))
        texts.push_back(system::read_file(entry->path(), most_source_bytes).value_or(""));
  }
  texts.push_back(system::read_file(lab.folder / "README.md", most_source_bytes).value_or(""));
  return texts;
}

/// The texts of a submission's files, "" for a missing one.
Result<std::vector<std::string>> texts_of(const PlannedJob& job, const std::vector<std::string>& names,
                                          const Planner& planner) {
  const auto folder = TRY(system::TempFolder::make());
  const auto there = planner.extract(job, folder.path());
  if (!there && there.error().source != Error::Source::submission) return tl::unexpected(there.error());
  std::vector<std::string> texts;
  for (const std::string& name : names)
    texts.push_back(system::read_file(folder.path() / name, most_source_bytes).value_or(""));
  return texts;
}

/// "ada", or "ada, bo" for a group.
std::string names_of(const PlannedJob& job, const std::vector<const PlannedJob*>& group) {
  std::string names = job.student.id;
  for (const PlannedJob* other : group) names += ", " + other->student.id;
  return names;
}

/// The solution's files. Empty if the course has none.
std::vector<std::string> solution_texts(const Lab& lab, const std::vector<std::string>& names) {
  std::error_code ignored;
  if (!fs::is_directory(lab.solution, ignored)) return {};
  std::vector<std::string> texts;
  for (const std::string& name : names)
    texts.push_back(system::read_file(lab.solution / name, most_source_bytes).value_or(""));
  return texts;
}

class LabComparison {
 public:
  LabComparison(const BatchLab& lab, const ComparedWorks& works)
      : lab_(lab.lab), works_(works), names_(source_files(lab.lab)) {
    for (const PlanLine& line : works.lines)
      if (line.job.lab == &lab && !line.job.files.empty()) add_job(line.job);
    alike_ = {lab_.name, lab_.title, names_, {}, {}};
    for (const std::string& text : given_texts(lab_)) similarity_.add_given(text);
  }

  Result<report::AlikeLab> compare(const system::StopFlag& stop) {
    TRY(add_class(stop));
    add_outside(report::AlikeWork::Origin::solution, "course's solution",
                [this] { return solution_texts(lab_, names_); });
    for (const EarlierWork& work : works_.earlier)
      add_outside(report::AlikeWork::Origin::earlier, "earlier: " + work.name,
                  [&] { return earlier_texts(work, lab_, names_); });
    alike_.found = similarity_.compare();
    TRY(add_commits(stop));
    for (const std::size_t work : report::shown_works(alike_.found)) {
      auto texts = TRY(read_[work]());
      alike_.works[work].texts = std::move(texts);
    }
    return std::move(alike_);
  }

 private:
  using Texts = std::vector<std::string>;

  /// A group hands in one repository, which is one work.
  void add_job(const PlannedJob& job) {
    const auto known = std::find_if(jobs_.begin(), jobs_.end(), [&](const PlannedJob* other) {
      return !job.source.repository.empty() && other->source.repository == job.source.repository;
    });
    if (known == jobs_.end())
      jobs_.push_back(&job);
    else
      groups_[*known].push_back(&job);
  }

  Result<void> add_class(const system::StopFlag& stop) {
    for (const PlannedJob* job : jobs_) {
      if (stop.requested()) return stopped_early();
      read_.push_back([this, job] { return texts_of(*job, names_, works_.planner); });
      const auto texts = TRY(read_.back()());
      similarity_.add_work(texts);
      alike_.works.push_back({report::AlikeWork::Origin::student, names_of(*job, groups_[job])});
    }
    return {};
  }

  /// Adds the commits of each submission in a cluster, in words.
  Result<void> add_commits(const system::StopFlag& stop) {
    const std::set<std::string> given = trimmed_lines(given_texts(lab_));
    for (const AlikeCluster& cluster : alike_.found.clusters)
      for (const std::size_t member : cluster.members) {
        if (stop.requested()) return stopped_early();
        if (member < jobs_.size())
          alike_.works[member].commits = words_of_commits(*jobs_[member], given, stop);
      }
    return {};
  }

  /// Considers only files that were compared. If the history cannot be read, the page is still made.
  std::string words_of_commits(const PlannedJob& job, const std::set<std::string>& given,
                               const system::StopFlag& stop) const {
    if (job.source.commit.empty()) return "no commits: files as they lay";
    std::vector<std::string> files;
    for (const PlannedFile& file : job.files)
      if (is_source(file.name)) files.push_back(file.at);
    constexpr double most_seconds = 20;
    const auto history =
        GitMirror::open(works_.mirrors, job.source.repository, {.seconds = most_seconds}, stop)
            .and_then([&](const GitMirror& mirror) {
              return work_history(mirror, job.source.commit, files, given);
            });
    return history ? report::commit_words(*history) : "its commits cannot be read";
  }

  static tl::unexpected<Error> stopped_early() {
    return failure(Error::Source::filesystem, "similarity.html",
                   "was not made: stopped before all were compared");
  }

  void add_outside(report::AlikeWork::Origin origin, const std::string& name, std::function<Texts()> read) {
    const Texts texts = read();
    if (texts.empty()) return;
    similarity_.add_outside(texts);
    alike_.works.push_back({origin, name});
    read_.push_back([read = std::move(read)]() -> Result<Texts> { return read(); });
  }

  const Lab& lab_;
  const ComparedWorks& works_;
  std::vector<std::string> names_;
  std::vector<const PlannedJob*> jobs_;  ///< one per group, the first student's
  std::map<const PlannedJob*, std::vector<const PlannedJob*>> groups_;  ///< the other students of a group
  std::vector<std::function<Result<Texts>()>> read_;                    ///< reads the files of each work
  similarity::Similarity similarity_;
  report::AlikeLab alike_;
};

}  // namespace

Result<std::vector<report::AlikeLab>> compare_works(const ComparedWorks& works,
                                                    const system::StopFlag& stop) {
  std::vector<report::AlikeLab> all;
  for (const BatchLab& lab : works.labs) {
    all.push_back(TRY(LabComparison(lab, works).compare(stop)));
  }
  return all;
}

}  // namespace gridmark::schedule
