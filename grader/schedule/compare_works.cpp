#include "grader/schedule/compare_works.h"

#include <algorithm>
#include <array>
#include <map>

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

/// The starter, the interface, and the code in the handout. Not the solution: who copies that is to be seen.
void add_given(similarity::Similarity& similarity, const Lab& lab) {
  for (const fs::path& folder : {lab.starter, lab.folder / "include"}) {
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
      if (entry->is_regular_file(error) && is_source(entry->path().filename().string()))
        similarity.add_given(system::read_file(entry->path(), most_source_bytes).value_or(""));
  }
  similarity.add_given(system::read_file(lab.folder / "README.md", most_source_bytes).value_or(""));
}

/// The texts of a submission's files; "" for one that is not there.
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

/// "ada", or "ada, bo" of a group.
std::string names_of(const PlannedJob& job, const std::vector<const PlannedJob*>& group) {
  std::string names = job.student.id;
  for (const PlannedJob* other : group) names += ", " + other->student.id;
  return names;
}

class LabComparison {
 public:
  LabComparison(const BatchLab& lab, const std::vector<PlanLine>& lines, const Planner& planner)
      : names_(source_files(lab.lab)), planner_(planner) {
    for (const PlanLine& line : lines)
      if (line.job.lab == &lab && !line.job.files.empty()) add_job(line.job);
    alike_ = {lab.lab.name, lab.lab.title, names_, {}, {}};
    add_given(similarity_, lab.lab);
  }

  Result<report::AlikeLab> compare(const system::StopFlag& stop) {
    for (const PlannedJob* job : jobs_) {
      if (stop.requested())
        return failure(Error::Source::filesystem, "similarity.html",
                       "was not made: stopped before all were compared");
      const auto texts = TRY(texts_of(*job, names_, planner_));
      similarity_.add_work(texts);
      alike_.works.push_back({report::AlikeWork::Origin::student, names_of(*job, groups_[job])});
    }
    alike_.found = similarity_.compare();
    for (const std::size_t work : report::shown_works(alike_.found)) {
      auto texts = TRY(texts_of(*jobs_[work], names_, planner_));
      alike_.works[work].texts = std::move(texts);
    }
    return std::move(alike_);
  }

 private:
  /// A group hands in one repository, and nobody copied from anybody.
  void add_job(const PlannedJob& job) {
    const auto known = std::find_if(jobs_.begin(), jobs_.end(), [&](const PlannedJob* other) {
      return !job.source.repository.empty() && other->source.repository == job.source.repository;
    });
    if (known == jobs_.end())
      jobs_.push_back(&job);
    else
      groups_[*known].push_back(&job);
  }

  std::vector<std::string> names_;
  const Planner& planner_;
  std::vector<const PlannedJob*> jobs_;                                 ///< of a group: its first student's
  std::map<const PlannedJob*, std::vector<const PlannedJob*>> groups_;  ///< the others'
  similarity::Similarity similarity_;
  report::AlikeLab alike_;
};

}  // namespace

Result<std::vector<report::AlikeLab>> compare_works(const std::vector<BatchLab>& labs,
                                                    const std::vector<PlanLine>& lines,
                                                    const Planner& planner, const system::StopFlag& stop) {
  std::vector<report::AlikeLab> all;
  for (const BatchLab& lab : labs) {
    all.push_back(TRY(LabComparison(lab, lines, planner).compare(stop)));
  }
  return all;
}

}  // namespace gridmark::schedule
