#pragma once
// Queued work and its order.
//
// Theory of operation
// Nothing that CUDA lets run later runs at the call: launches, copies and event records wait in their stream
// until somebody waits for them, so a forgotten synchronisation shows. A command runs after the commands
// before it in its stream and after those it `waits_for`, all of which were queued earlier; so there is
// always a next one to run. The default stream waits for all blocking streams, and they wait for it. Waiting
// for the whole device runs the newest stream first: the order that is least likely to hide a missing
// dependency, and the same every time.
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "gridmark/runtime_types.h"

namespace gridmark::emulation {

class Stream;

/// A place in a stream: everything queued there up to `number`.
struct Position {
  std::shared_ptr<Stream> stream;
  std::uint64_t number = 0;
};

struct Command {
  std::function<void()> run;
  std::vector<Position> waits_for;
  std::uint64_t number = 0;
};

class Stream {
 public:
  explicit Stream(bool blocking) : blocking_(blocking) {}
  bool is_blocking() const { return blocking_; }
  bool is_idle() const { return queue_.empty() && !running_; }
  bool has_done(std::uint64_t number) const { return number <= done_; }
  std::uint64_t last() const { return last_; }

  void push(Command command);
  /// Runs commands, and what they wait for, up to this one.
  void complete(std::uint64_t number);
  /// Runs the next command. False when there was none.
  bool step();

 private:
  std::deque<Command> queue_;
  std::uint64_t last_ = 0, done_ = 0;
  bool blocking_, running_ = false;
};

class Streams {
 public:
  static Streams& instance();

  /// Null when there is no such stream. Null and cudaStreamLegacy name the default stream.
  std::shared_ptr<Stream> find(cudaStream_t handle) const;
  cudaStream_t create(bool blocking);
  bool destroy(cudaStream_t handle);

  /// Queues work in a stream, after whatever else the stream must wait for.
  Position enqueue(const std::shared_ptr<Stream>& stream, std::function<void()> run,
                   std::vector<Position> waits_for = {});
  void complete(const Position& position) { position.stream->complete(position.number); }
  void complete(Stream& stream) { stream.complete(stream.last()); }
  void complete_all();
  bool all_idle() const;

 private:
  Streams();
  std::shared_ptr<Stream> default_, per_thread_;
  std::vector<std::shared_ptr<Stream>> created_;  ///< oldest first
};

/// One device, one thing at a time: every call of the API holds this.
std::recursive_mutex& device_mutex();
using DeviceLock = std::lock_guard<std::recursive_mutex>;

}  // namespace gridmark::emulation
