#pragma once
// Messages between the ranks of one communicator, and of those split from it.
//
// Theory of operation
// A communicator's id names a hall: a file in memory without a name in any folder, opened through /proc. Each
// rank takes its seat there and writes into it how to open its own outbox, another such file. Once every rank
// has opened every outbox, no file is opened by name any more, so nothing is left behind however the ranks
// end. An outbox begins with slots. The messages lie behind them, each once for all its readers. The last
// reader frees its slot. Only the owner writes messages, only readers count readers down. The owner holds a
// lock on its outbox, which the kernel releases when the process ends in any way.
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace gridmark::nccl {

using Bytes = std::vector<char>;

/// The same for a message's sender and all its readers, and different for any two messages of one reader.
struct Name {
  std::uint64_t context = 0;  ///< of the communicator
  std::uint64_t number = 0;
  std::uint64_t reader = 0;  ///< 0 means all ranks of the communicator

  bool operator==(const Name&) const = default;
};

/// A file in memory and its mapped part.
class SharedFile {
 public:
  SharedFile() = default;
  SharedFile(int file, std::size_t mapped);
  SharedFile(SharedFile&& other) noexcept { swap(other); }
  SharedFile& operator=(SharedFile&& other) noexcept { return swap(other), *this; }
  ~SharedFile();

  explicit operator bool() const { return memory_ != nullptr; }
  int file() const { return file_; }
  template <class T>
  T* as() const {
    return static_cast<T*>(memory_);
  }

 private:
  void swap(SharedFile& other) noexcept;
  int file_ = -1;
  void* memory_ = nullptr;
  std::size_t mapped_ = 0;
};

class Mailbox {
 public:
  enum class Seat { taken, occupied, no_hall, no_memory };
  static constexpr int most_ranks = 4096;

  /// A new hall's name. Empty if there is no memory for it, or if no more files can be opened.
  static std::string create();

  /// Takes the seat without waiting.
  Seat sit_down(const std::string& hall, int rank, int ranks, int device);
  /// Opens the outbox of a rank that has its seat, which can be this rank. False if it has no seat yet.
  bool meet(int rank);
  /// True if another rank of this process uses the same device. All outboxes must be open.
  bool shares_device(int rank) const;
  /// Notes that all outboxes of this rank's peers are open here.
  void all_met();
  /// True if that holds in every rank. The hall is closed then.
  bool is_complete();
  std::uint64_t context() const { return context_; }

  /// False if no slot is free. Try again once readers have read.
  bool post(const Name& name, const Bytes& message, unsigned readers);
  /// True if post() failed for another reason: memory is full.
  bool is_broken() const { return broken_; }
  /// False if the message is not there yet.
  bool take(int from_rank, const Name& name, Bytes& message);
  /// True if no process has the rank's end of this mailbox any more. Messages that it has not posted never
  /// come.
  bool has_left(int rank) const;

 private:
  struct Hall;
  struct Slot;
  struct Outbox;
  Slot* free_slot(std::uint64_t bytes, std::uint64_t& offset);

  SharedFile hall_, own_;
  std::vector<SharedFile> peers_;  ///< by rank
  std::string hall_name_;
  std::uint64_t context_ = 0;
  bool broken_ = false;
  std::mutex posting_;
};

}  // namespace gridmark::nccl
