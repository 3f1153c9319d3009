#pragma once
// Queued work and its order.
//
// Theory of operation
// Work that CUDA allows to run later never runs at the call. Launches, copies and event records wait in their
// stream until the program waits for them, so a forgotten synchronisation shows. A command runs after the
// commands before it in its stream and after those that it `waits_for`, all of which were queued earlier. So
// there is always a next one to run, unless it is held up: it waits for another rank, as collectives do. Then
// other threads may run until it can continue. A device's default stream waits for the device's blocking
// streams, and they wait for it. Waiting for a whole device runs the newest stream first. That order is least
// likely to hide a missing dependency, and is the same every time. A host that waits in another way is
// handled too (quiet_host.h). While a stream is captured its commands become nodes of a graph instead
// (capture.h). Each command is also reported to the timeline, which computes its begin and end.
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "emulation/engine/observer.h"
#include "emulation/runtime/operation.h"
#include "emulation/timeline/placement.h"
#include "gridmark/runtime_types.h"

namespace gridmark::emulation {

class Stream;
struct StreamCapture;

/// A position in a stream: everything queued there up to `number`.
struct Position {
  std::shared_ptr<Stream> stream;
  std::uint64_t number = 0;
  SharedWork work = {};  ///< the last of it
};

/// An operation in progress, or one node of a graph.
struct RunningStep {
  SharedOperation operation;
  SharedWork work;
};

struct Command {
  std::vector<RunningStep> steps;  ///< in an order in which they can run
  std::vector<Position> waits_for;
  std::uint64_t number = 0;
};

/// Serialises the API: every call holds this.
class DeviceMutex {
 public:
  void lock() { mutex_.lock(), ++held_; }
  bool try_lock() { return mutex_.try_lock() && ++held_ > 0; }
  void unlock() { --held_, mutex_.unlock(); }
  /// Lets other threads run for that long, even if this one holds it several times.
  void rest(std::chrono::microseconds pause);

 private:
  std::recursive_mutex mutex_;
  unsigned held_ = 0;  ///< times, by the thread that has it
};

DeviceMutex& device_mutex();
using DeviceLock = std::lock_guard<DeviceMutex>;

/// Properties given when a stream is created.
struct StreamTraits {
  bool blocking = true;
  int priority = 0;
  int device = 0;
};

class Stream {
 public:
  explicit Stream(StreamTraits traits);
  bool is_blocking() const { return traits_.blocking; }
  const StreamTraits& traits() const { return traits_; }
  std::uint64_t id() const { return id_; }
  bool is_idle() const { return queue_.empty() && !running_; }
  std::uint64_t last() const { return last_; }
  std::uint64_t done() const { return done_; }
  const SharedWork& last_work() const { return last_work_; }  ///< of the queued work; null: none was

  void push(Command command);
  /// Runs commands up to this one, and those that they wait for. Lets other threads run while one is held up.
  void complete(std::uint64_t number);
  /// The same, but it stops at a command that is held up. False if there was one.
  bool advance(std::uint64_t number);
  /// Runs the next command. False if there was none, or it is held up.
  bool step();
  /// For a stream whose step() has returned false: the next command waits for an event outside the device.
  bool is_held_up() const { return !queue_.empty() && !running_; }

  std::unique_ptr<StreamCapture> capture;  ///< null while commands are queued as usual
  ~Stream();

 private:
  std::deque<Command> queue_;
  StreamTraits traits_;
  std::uint64_t id_, last_ = 0, done_ = 0;
  SharedWork last_work_;
  bool running_ = false;
  bool looking_ = false;  ///< checking the next command, because streams can wait for one another in a ring

  bool next_is_ready();
};

class Streams {
 public:
  static Streams& instance();

  /// Null if there is no such stream. Null and cudaStreamLegacy name the current device's default stream.
  std::shared_ptr<Stream> find(cudaStream_t handle);
  std::shared_ptr<Stream> default_stream(int device) { return defaults_[static_cast<std::size_t>(device)]; }
  cudaStream_t create(const StreamTraits& traits);
  bool destroy(cudaStream_t handle);

  /// Queues work in a stream, after all other work that the stream must wait for. A captured stream adds it
  /// as a node of its graph.
  Position enqueue(const std::shared_ptr<Stream>& stream, SharedOperation operation,
                   std::vector<Position> waits_for = {});
  /// Work of a library over the device: it counts as a kernel. `title` as Operation's.
  Position enqueue(const std::shared_ptr<Stream>& stream, std::function<void()> work, const char* title = "",
                   const std::optional<Cost>& cost = std::nullopt);
  /// Runs the work at `position` and all that it waits for. The host's clock moves to its end or later.
  /// `call` is the program's call that waits. It is empty if the call's purpose is not to wait.
  void wait_for(Position position, const std::string& call = "");
  void wait_for(const std::shared_ptr<Stream>& stream, const std::string& call = "");
  void wait_for_device(int device, const std::string& call = "");
  /// Before memory or another object of device `owner` is freed: waits for that device and the current one.
  /// Other devices run as far as no command is held up, because a collective there may wait for this thread's
  /// next call.
  void wait_for_all(int owner, const std::string& call = "");
  /// The host has learned that it has run.
  void host_knows(const SharedWork& work);
  void host_works(Nanoseconds time) { host_time_ += time; }
  Nanoseconds host_time() const { return host_time_; }
  void set_host_time(Nanoseconds time) { host_time_ = time; }
  /// Starts the timeline anew from now on.
  void restart_timeline();
  /// In modelled time, of work that has run. Null has ended at the start.
  Nanoseconds end_of(const SharedWork& work) { return work ? placement_.end_of(work) : 0; }
  Placement& placement() { return placement_; }
  bool all_idle() const;
  /// Runs the next command of the newest stream that has one. False if there was none.
  bool step_any();
  /// A number that changes with every queued or finished command.
  std::uint64_t activity() const;
  /// Number of streams that the program has created and not destroyed.
  std::size_t created() const { return created_.size(); }
  /// Whether it is one of these.
  bool has_created(const Stream& stream) const;
  /// All streams, oldest first.
  std::vector<std::shared_ptr<Stream>> all() const;

 private:
  Streams();
  std::shared_ptr<Stream> per_thread_stream();
  QueuedWork described(const Command& command, const std::string& title, const Stream& stream) const;
  void note_destroyed(const Stream& stream);
  void make_room(const Position& queued);
  std::vector<RunningStep> plan(const SharedOperation& operation, const Stream& stream, std::uint64_t number,
                                std::vector<Position>& waits_for);
  void complete_device(int device, bool may_be_held_up);
  void note_wait(const std::string& call, Nanoseconds since);

  std::vector<std::shared_ptr<Stream>> defaults_;    ///< by device
  std::vector<std::shared_ptr<Stream>> per_thread_;  ///< in order of their first use
  std::vector<std::shared_ptr<Stream>> created_;     ///< oldest first
  /// Last queued work of a destroyed stream.
  struct Destroyed {
    StreamTraits traits;
    SharedWork last;
  };
  std::vector<Destroyed> destroyed_;
  Nanoseconds host_time_ = 0;
  Placement placement_;
  std::deque<Position> pending_;  ///< the newest commands, as many as a device's queue takes
  std::uint64_t numbers_ = 0;     ///< the newest command's
};

}  // namespace gridmark::emulation
