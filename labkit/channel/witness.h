#pragma once
// A second count of a counted worker's traffic, made by the checker's process.
//
// Theory of operation. The meters lie in the worker's memory, where code that finds them can change them. So
// a thread of the checker looks at the worker from outside. The worker can neither see nor set what this
// thread decides. There are three kinds of looks, listed here from the cheapest on.
//
// The ledger. A counted worker stands still where a metered section begins and is read, and where each grid
// begins and ends, until the checker has read the meters from its memory. Between grids the meters must not
// change, and the reply must have the values that were read. This finds meters that grow without a kernel,
// that change after one, or that only the reply has. A worker that does not stand still has counts that were
// never read.
//
// Blocks (block_watch.h). At moments that the worker cannot foresee, two blocks in a row are counted a second
// time. The checker traces the worker, and the processor's debug registers stop it at the end of each warp's
// turn. There the checker reads and counts the records of the warp's accesses (second_count.h). When the
// block is over, the meters must have grown by that count.
//
// Words. The records themselves lie in the worker's memory. So while a block is counted, a debug register
// watches four bytes of device memory. They are drawn from the open pages or from the records of the block
// before. The processor reports each touch. If an instruction of the submission touches the word, its record
// must come just before. If records announce a word, it must be touched.
//
// A stop costs 10 to 30 us, so looks at blocks have a budget (look_budget.h): a share of the checker's time.
// The worker is traced only during a look. Each signal of a traced process costs as much as a stop, and the
// device makes many signals (emulation/runtime/access_audit.h). If the kernel does not let the checker read
// or trace the worker, there is no second count, and the record reports that. Shared memory, constants,
// caches and floating-point operations are not counted a second time.
#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "labkit/channel/block_watch.h"
#include "labkit/channel/control_page.h"
#include "labkit/channel/reply.h"
#include "labkit/channel/second_count.h"

namespace gridmark::channel {

class Witness {
 public:
  /// The witness of the worker made from `file`, which `launcher` starts and which shares `page`.
  Witness(pid_t launcher, std::string file, ControlPage& page)
      : launcher_(launcher), file_(std::move(file)), bells_(page.witness) {}
  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;
  /// Call after the worker's end.
  ~Witness();

  /// Call before a request. The first call waits until the worker's process exists.
  void call_begins();
  /// The contradiction to the meters of the reply, as the end of a message. Nothing if none was found.
  std::optional<std::string> doubt(const Meters& reply);

  /// Why some worker of this process was not counted a second time. Empty if all were.
  static std::string hindrance();
  /// Blocks that this process has counted, and words that it has watched.
  struct Looks {
    int blocks = 0, words = 0;
  };
  static Looks looks();

 private:
  using Clock = std::chrono::steady_clock;
  void watch();
  std::string find_worker();
  std::string find_points();
  void hinder(const std::string& why);
  void stand_by();
  void pass_point();
  void enter_ledger(const Tally& now, std::uint32_t kind);
  std::optional<Tally> tally_at_point();
  void plan_look(Clock::duration longest);
  void look_at_blocks();
  void plan_another_look();
  void let_go();
  void object(const std::string& message);

  const pid_t launcher_;
  const std::string file_;
  WitnessBells& bells_;
  WatchedWorker worker_;
  std::uint32_t passed_ = 0;              ///< points passed
  std::optional<Tally> outside_;          ///< the meters between grids, if known
  std::optional<Clock::time_point> due_;  ///< the next look, while a grid runs
  Clock::time_point grid_began_;

  std::mutex mutex_;  ///< guards the four members below
  std::vector<Tally> read_;
  std::optional<std::string> doubt_;
  std::uint64_t launches_ = 0;  ///< in this call
  bool can_read_ = false;

  std::atomic<bool> give_up_{false};
  std::promise<void> found_;
  std::thread thread_;
};

}  // namespace gridmark::channel
