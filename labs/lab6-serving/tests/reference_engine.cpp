#include "labs/lab6-serving/tests/reference_engine.h"

#include <fmt/format.h>

#include <algorithm>

namespace gridmark::lab6 {

std::string ReferenceEngine::Settings::text() const {
  return fmt::format("with blocks = {}, block = {}, most_sequences = {}", blocks, block, most_sequences);
}

bool ReferenceEngine::may_ever_run(const ReferenceRequest& request) const {
  const int prompt = static_cast<int>(request.prompt.size());
  const auto is_token = [&](std::int32_t token) { return token >= 0 && token < shape_.tokens; };
  return prompt > 0 && request.tokens > 0 && request.answers > 0 && prompt + request.tokens <= shape_.length &&
         std::all_of(request.prompt.begin(), request.prompt.end(), is_token) &&
         request.answers <= settings_.most_sequences &&
         request.answers * blocks_of(prompt + request.tokens - 1) <= settings_.blocks;
}

std::int64_t ReferenceEngine::submit(const ReferenceRequest& request) {
  if (!may_ever_run(request)) return threw;
  jobs_[++last_].request = request;
  return last_;
}

void ReferenceEngine::cancel(std::int64_t number) {
  const auto found = jobs_.find(number);
  if (found != jobs_.end() && found->second.phase != Job::Phase::ended) jobs_.erase(found);
}

int ReferenceEngine::free_blocks() const {
  int free = settings_.blocks;
  for (const auto& [number, job] : jobs_) free -= job.blocks;
  return free;
}

int ReferenceEngine::running() const {
  int count = 0;
  for (const auto& [number, job] : jobs_) count += job.is_in() ? job.request.answers : 0;
  return count;
}

bool ReferenceEngine::admit(Job& job) const {
  const int answers = job.request.answers, each = blocks_of(job.computed() + 1);
  const int blocks = job.made == 0 ? each : each * answers;
  if (running() + answers > settings_.most_sequences || blocks > free_blocks()) return false;
  job.blocks = blocks;
  job.shares = job.made == 0;
  job.phase = Job::Phase::begins;
  return true;
}

void ReferenceEngine::preempt_newest() {
  Job* newest = nullptr;
  for (auto& [number, job] : jobs_)
    if (job.is_in()) newest = &job;
  newest->phase = Job::Phase::waits;
  newest->blocks = 0;
  ++preemptions_;
}

void ReferenceEngine::give_slots(Job& job) {
  const bool is_full = job.computed() % settings_.block == 0;
  for (int sharing = job.request.answers; sharing > 0; --sharing) {
    const bool copies = !is_full && job.shares && sharing > 1;
    if (!is_full && !copies) continue;
    while (job.phase == Job::Phase::runs && free_blocks() == 0) preempt_newest();
    if (job.phase != Job::Phase::runs) return;
    ++job.blocks;
    copied_ += copies ? 1 : 0;
  }
  job.shares = false;
}

bool ReferenceEngine::step() {
  for (auto& [number, job] : jobs_)
    if (job.phase == Job::Phase::waits && !admit(job)) break;
  for (auto& [number, job] : jobs_)
    if (job.phase == Job::Phase::runs) give_slots(job);
  bool is_left = false;
  for (auto& [number, job] : jobs_) {
    if (job.is_in()) {
      job.phase = ++job.made == job.request.tokens ? Job::Phase::ended : Job::Phase::runs;
      if (job.phase == Job::Phase::ended) job.blocks = 0;
    }
    is_left = is_left || job.phase != Job::Phase::ended;
  }
  return is_left;
}

std::vector<ReferenceOutput> ReferenceEngine::take(std::int64_t number) {
  const auto found = jobs_.find(number);
  if (found == jobs_.end()) return {};
  Job& job = found->second;
  const bool done = job.phase == Job::Phase::ended;
  std::vector<ReferenceOutput> outputs;
  for (const auto& right : job.request.right)
    outputs.push_back({.tokens = {right.begin() + job.taken, right.begin() + job.made}, .done = done});
  job.taken = job.made;
  if (done) jobs_.erase(found);
  return outputs;
}

std::int64_t ReferenceEngine::preempted() const {
  for (const auto& [number, job] : jobs_)
    if (job.phase == Job::Phase::waits && job.made > 0) return number;
  return 0;
}

EngineReply ReferenceEngine::stats() const {
  int waiting = 0;
  for (const auto& [number, job] : jobs_) waiting += job.phase == Job::Phase::waits ? 1 : 0;
  return {.returned = 0,
          .waiting = waiting,
          .running = running(),
          .free_blocks = free_blocks(),
          .preemptions = preemptions_,
          .copied_blocks = copied_};
}

}  // namespace gridmark::lab6
