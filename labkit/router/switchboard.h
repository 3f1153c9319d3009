#pragma once
// The router's sockets: frames of ranks in, answers out, until all ranks have ended.
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
  /// kill     ends a rank's process; empty where nothing is to be killed
  Switchboard(Settings settings, std::vector<int> sockets, std::function<void(int rank)> kill = {});
  Switchboard(const Switchboard&) = delete;
  Switchboard& operator=(const Switchboard&) = delete;
  ~Switchboard();

  /// Serves until all ranks have ended, or stop() is called.
  void run();
  /// From another thread: run() reads all that was sent until now, and returns.
  void stop();
  /// From another thread, about a rank that is stopped outside of the network: ends its process once no other
  /// rank can go on.
  void kill_when_quiet(int rank);
  Report report() const { return router_.report(); }

 private:
  struct Line {
    int socket = -1;
    std::string in, out;      ///< read and not understood yet; not written yet
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
  bool stops_ = false, over_ = false;  ///< under the mutex, as the next one
  std::optional<int> stopped_;         ///< a rank that kill_when_quiet() named
};

}  // namespace gridmark::router
