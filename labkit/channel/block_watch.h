#pragma once
// Counts two blocks of a running launch, one after the other, a second time. See labkit/channel/witness.h.
#include <sys/types.h>

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "emulation/counters/witness_points.h"
#include "labkit/channel/second_count.h"
#include "labkit/channel/tracee.h"
#include "labkit/channel/worker_image.h"

namespace gridmark::channel {

/// The state that all watches of a worker share.
struct WatchedWorker {
  pid_t process = -1;
  const WorkerSymbols* symbols = nullptr;
  std::uint64_t program_start = 0, block_point = 0, turn_point = 0, wait_point = 0;
  /// The meters while the worker stands still, else nothing.
  std::function<std::optional<Tally>()> tally_at_end = {};
  /// Called with a contradiction between the meters or the records and the second count.
  std::function<void(const std::string& message)> object = {};
  std::mt19937_64 random{std::random_device{}()};  ///< kept in the checker, where no worker can see it

  std::uint64_t draw(std::uint64_t below) {
    return std::uniform_int_distribution<std::uint64_t>(0, below - 1)(random);
  }
};

class BlockWatch {
 public:
  enum class From { start_of_grid, amid_grid };
  BlockWatch(WatchedWorker& worker, From from) : worker_(worker), from_(from) {}

  /// Stops the worker.
  /// returns  an empty text, or the obstacle. Nothing is watched in that case
  std::string begin();
  /// Lets it run until two blocks were counted, or it stands still at a point, or it has ended.
  void run();

  int counted_blocks() const { return blocks_; }
  int watched_words() const { return words_; }

 private:
  enum Slot : std::size_t { block_slot, turn_slot, wait_slot, word_slot };
  bool goes_on();
  bool block_point();
  bool begin_counting(const Tally& now);
  void end_counting(const Tally& now);
  bool turn_ends();
  void draw_next_word(const std::vector<counters::Record>& records);
  std::optional<Turn> read_turn();
  void watch_word(std::uint64_t address);
  std::uint64_t open_word();
  void word_touched();
  bool was_announced();

  template <class T>
  bool read(std::uint64_t address, T& value) const;

  WatchedWorker& worker_;
  const From from_;
  Tracee tracee_;
  bool began_ = false;  ///< a block has been counted or is being counted
  int left_ = 2;
  bool counting_ = false;
  Tally before_;
  SecondCount count_;
  counters::TurnView turn_{};
  std::uint64_t word_ = 0, touched_ = 0;
  bool announced_ = false;
  std::uint64_t next_word_ = 0, turns_ = 0;  ///< drawn from the block's records, of this many turns
  int blocks_ = 0, words_ = 0;
};

}  // namespace gridmark::channel
