#pragma once
// The CPU time of everything that a sandbox runs.
#include <sys/types.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::timing {

/// Counts what all processes below a gridmark-sandbox have used together, those that have ended included.
///
/// Theory of operation. The kernel charges a thread to its control group when it leaves its processor and at
/// each tick, so a group's file may lag behind by a tick (4 ms) while a thread runs. Asking for the CPU clock
/// of a process charges its running threads at once; therefore every reading asks the processes first, and
/// the group's file after them. Where there is no group, the clocks of the processes are added up, and a
/// process keeps the value that it had at the last reading before it ended.
class GroupClock {
 public:
  /// Call when the launcher's command runs. `launcher` is the gridmark-sandbox.
  explicit GroupClock(pid_t launcher);

  /// Since the processes were started.
  double seconds();
  /// Time that their threads were ready and had no processor.
  double waited_seconds() const;
  /// "cgroup2", "cgroup1" or "processes", best first.
  std::string_view source() const { return source_; }

 private:
  void refresh_processes();
  double seconds_of_processes();

  pid_t launcher_;
  std::vector<pid_t> processes_;
  std::string_view source_ = "processes";
  std::string file_;                   ///< of the group
  std::map<pid_t, double> last_seen_;  ///< seconds of each process
};

}  // namespace gridmark::timing
