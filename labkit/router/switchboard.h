#pragma once
// The router's sockets. Frames of ranks come in and answers go out, until all ranks have ended.
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "labkit/router/router.h"

namespace gridmark::router {

class Switchboard {
 public:
  /// sockets  one for each rank, which the switchboard closes
  /// kill     ends a rank's process. Empty if nothing may be killed
  Switchboard(Settings settings, std::vector<int> sockets, std::function<void(int rank)> kill = {});
  Switchboard(const Switchboard&) = delete;
  Switchboard& operator=(const Switchboard&) = delete;
  ~Switchboard();

  /// Serves until all ranks have ended, or stop() is called.
  void run();
  /// Lets run() read all data sent so far and return. Call it from another thread.
  void stop();
  /// Ends the process of a rank that is stopped outside the network, when no other rank can continue. Call it
  /// from another thread.
  void kill_when_quiet(int rank);
  Report report() const { return router_.report(); }

 private:
  struct Line {
    int socket = -1;
    std::string in, out;      ///< bytes that are read but not parsed, and bytes that are not written yet
    std::size_t written = 0;  ///< of `out`
  };
  void read_from(int rank);
  void take_frames(int rank);
  void write_to(int rank);
  void hand_out();
  void hang_up(int rank);
  void wake();
  bool wakes_up();
  void serve();
  void look_at_stopped();

  Router router_;
  std::vector<Line> lines_;
  std::function<void(int)> kill_;
  std::size_t most_bytes_;
  int wake_ = -1;  ///< an eventfd
  std::mutex mutex_;
  bool stops_ = false, over_ = false;  ///< guarded by the mutex, like the next member
  std::optional<int> stopped_;         ///< the rank from kill_when_quiet()
};

}  // namespace gridmark::router
