#pragma once
// Theory of operation
// Slurm's output is only a hint. The files in RESULTS/.slurm decide. A job is done when its grade is in
// done/, even if several tasks delivered it. A task counts as ended when the queue has not listed it twice in
// a row, because files of another node can appear seconds late. A job without a live task goes into a new
// array, but into at most three arrays in total. In the last one it has a separate task, so that a job that
// kills its task does not cost other students a grade. After that the job is an error with the last message.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grader/schedule/batch.h"
#include "grader/schedule/slurm_folder.h"
#include "grader/schedule/slurm_queue.h"

namespace gridmark::schedule {

struct SlurmRequest {
  SlurmSettings settings;
  std::vector<std::string> program;  ///< called by tasks with "batch-task"
  std::string grader;                ///< a replacement for grading in tests, or ""
  double chunk_seconds = 60;         ///< least work for one task
  int rounds = 3;
  double first_guess = 20;  ///< seconds for a grade until one of the lab is known
};

/// The objects that a SlurmBatch works with.
struct SlurmPlace {
  SlurmQueue& queue;
  const SlurmFolder& folder;
  const Planner& planner;
  const ResultsFolder& results;
};

class SlurmBatch {
 public:
  SlurmBatch(SlurmRequest request, SlurmPlace place, const BatchContext& context)
      : request_(std::move(request)), place_(place), context_(context) {}

  /// Grades the jobs that need it, and writes the results into the lines. A requested stop cancels the tasks
  /// in the queue.
  ///
  /// errors  usage: Slurm refuses a submission (Slurm's message). filesystem
  Result<void> run(std::vector<PlanLine>& lines);

 private:
  /// A task that has, or had, a job.
  struct Place {
    std::size_t array;  ///< index in arrays_
    int task;
  };
  struct Job {
    PlanLine* line = nullptr;
    std::vector<Place> places;  ///< one for each round
    bool staged = false;
    bool over() const { return line->done || line->failed; }
    int rounds() const { return static_cast<int>(places.size()); }
  };
  struct Array {
    KnownArray known;
    std::map<int, int> unseen;  ///< task -> how often in a row the queue did not list it
    std::set<int> ended;
    std::set<int> idle;                   ///< tasks that ran and have nothing left to do
    std::map<int, std::string> given_up;  ///< task -> why Slurm will never run it
    int tasks() const { return static_cast<int>(known.chunks.size()); }
    bool live(int task) const { return !ended.contains(task); }
    bool any_live() const { return static_cast<int>(ended.size()) < tasks(); }
  };

  void begin(std::vector<PlanLine>& lines);
  void adopt();
  void collect();
  Result<void> advance();
  void add_array(Array array);
  bool expected(const std::string& name, const Job& job, bool failed) const;
  std::vector<std::string> missing() const;
  Result<void> submit_missing();
  Result<void> submit(const std::vector<std::string>& names, bool alone);
  Result<void> send(KnownArray array, bool alone);
  Result<std::string> submit_words(SlurmArray array);
  Result<void> refused(const Error& why);
  void try_later(const std::string& words);
  Result<void> stage(const std::string& name, Job& job);
  void give_up(const std::string& name, Job& job);
  void look_at_queue();
  void note_queue(const std::vector<QueuedTask>& tasks);
  bool find_id(Array& array);
  void cancel_unneeded(const std::vector<QueuedTask>& tasks);
  void end();
  void tell();
  bool all_over() const;
  bool needed(const std::vector<std::string>& chunk) const;
  double seconds_of(const std::string& lab);
  std::set<std::string> avoided_nodes() const;

  SlurmRequest request_;
  SlurmPlace place_;
  const BatchContext& context_;
  std::map<std::string, Job> jobs_;
  std::vector<Array> arrays_;
  std::set<std::string> good_nodes_;
  std::map<std::string, std::vector<double>> seen_seconds_;  ///< of grades, by lab
  std::string queue_words_;
  double begin_ = 0, next_look_ = 0, pause_ = 1, last_submission_ = -1e9, retry_at_ = 0;
  int submissions_ = 0, refusals_ = 0;
};

/// A job's name in RESULTS/.slurm.
std::string slurm_job_name(const PlannedJob& job);

/// A unique name for an array: time, process, and number.
std::string slurm_array_name(const system::Clock& clock, int number);

/// "ada--lab1--KEY" -> "ada--lab1", the common part of all versions of a submission.
std::string without_key(const std::string& name);

}  // namespace gridmark::schedule
