#pragma once
// The CPU time of all processes in a sandbox.
#include <sys/types.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::timing {

/// Counts the CPU time of all processes below a gridmark-sandbox, including those that have ended.
///
/// Theory of operation. The kernel charges a thread to its control group when it leaves its processor and at
/// each tick. So a group's file may lag by a tick (4 ms) while a thread runs. Reading the CPU clock of a
/// process charges its running threads at once. Therefore every reading first reads the clocks of the
/// processes and then the group's file. Without a group, the clocks of the processes are added up. A process
/// that has ended keeps its last value.
class GroupClock {
 public:
  /// Call it when the launcher's command runs. `launcher` is the gridmark-sandbox.
  explicit GroupClock(pid_t launcher);

  /// CPU seconds since the processes started.
  double seconds();
  /// Time in which their threads were ready and had no processor.
  double waited_seconds() const;
  /// "cgroup2", "cgroup1" or "processes", best first.
  std::string_view source() const { return source_; }

 private:
  void refresh_processes();
  double seconds_of_processes();

  pid_t launcher_;
  std::vector<pid_t> processes_;
  std::string_view source_ = "processes";
  std::string file_;                   ///< file of the group
  std::map<pid_t, double> last_seen_;  ///< seconds of each process
};

}  // namespace gridmark::timing
