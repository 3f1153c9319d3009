#include "grader/schedule/compare_works.h"

#include <algorithm>
#include <array>

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

class LabComparison {
 public:
  LabComparison(const BatchLab& lab, const std::vector<PlanLine>& lines) : names_(source_files(lab.lab)) {
    for (const PlanLine& line : lines)
      if (line.job.lab == &lab && !line.job.files.empty() && !is_known(line.job)) jobs_.push_back(&line.job);
    alike_ = {lab.lab.name, lab.lab.title, names_, {}, {}, jobs_.size()};
    add_given(similarity_, lab.lab);
  }

  Result<report::AlikeLab> compare(const Planner& planner, const system::StopFlag& stop) {
    for (const PlannedJob* job : jobs_) {
      if (stop.requested())
        return failure(Error::Source::filesystem, "similarity.html",
                       "was not made: stopped before all were compared");
      auto texts = TRY(texts_of(*job, names_, planner));
      similarity_.add_work(job->student.id, texts);
    }
    alike_.pairs = similarity_.pairs();
    for (std::size_t i = 0; i < std::min(alike_.pairs.size(), report::most_shown_pairs); ++i)
      for (const std::string& who : {alike_.pairs[i].a, alike_.pairs[i].b}) {
        if (alike_.texts.contains(who)) continue;
        const auto job = std::find_if(jobs_.begin(), jobs_.end(),
                                      [&](const PlannedJob* one) { return one->student.id == who; });
        auto texts = TRY(texts_of(**job, names_, planner));
        alike_.texts.emplace(who, std::move(texts));
      }
    return std::move(alike_);
  }

 private:
  /// A group hands in one repository, and nobody copied from anybody.
  bool is_known(const PlannedJob& job) const {
    return !job.source.repository.empty() &&
           std::any_of(jobs_.begin(), jobs_.end(), [&](const PlannedJob* other) {
             return other->source.repository == job.source.repository;
           });
  }

  std::vector<std::string> names_;
  std::vector<const PlannedJob*> jobs_;  ///< of a group: its first student's
  similarity::Similarity similarity_;
  report::AlikeLab alike_;
};

}  // namespace

Result<std::vector<report::AlikeLab>> compare_works(const std::vector<BatchLab>& labs,
                                                    const std::vector<PlanLine>& lines,
                                                    const Planner& planner, const system::StopFlag& stop) {
  std::vector<report::AlikeLab> all;
  for (const BatchLab& lab : labs) {
    all.push_back(TRY(LabComparison(lab, lines).compare(planner, stop)));
  }
  return all;
}

}  // namespace gridmark::schedule
