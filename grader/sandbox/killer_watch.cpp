#include "grader/sandbox/killer_watch.h"

#include <iterator>

namespace gridmark::sandbox {
namespace {

bool is_large(const ResidentBytes& processes, pid_t process) {
  const auto found = processes.find(process);
  return found != processes.end() && found->second >= KillerWatch::least_victim_bytes;
}

}  // namespace

void KillerWatch::look(std::int64_t kills, const ResidentBytes& processes) {
  if (stopped_) return;
  if (kills > kills_)
    for (const auto& [process, bytes] : before_)
      if (bytes >= least_victim_bytes) suspects_[process] = looks_to_end;
  for (auto suspect = suspects_.begin(); suspect != suspects_.end();) {
    took_one_ |= !is_large(processes, suspect->first);
    suspect = --suspect->second == 0 ? suspects_.erase(suspect) : std::next(suspect);
  }
  kills_ = kills;
  before_ = processes;
}

}  // namespace gridmark::sandbox
