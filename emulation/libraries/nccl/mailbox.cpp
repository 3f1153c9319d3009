#include "emulation/libraries/nccl/mailbox.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <random>
#include <set>
#include <utility>

#include "emulation/runtime/nameless_file.h"

namespace gridmark::nccl {
namespace {

using Word = std::atomic<std::uint64_t>;

/// Files of the halls that this process has made and not closed. The names of the halls refer to them.
std::set<int>& halls_made_here() {
  static auto* halls = new std::set<int>;
  return *halls;
}
std::mutex& halls_mutex() {
  static auto* mutex = new std::mutex;
  return *mutex;
}

/// Address of the process and its open file. Never 0.
std::uint64_t address_of(int file) {
  return static_cast<std::uint64_t>(getpid()) << 32 | static_cast<std::uint32_t>(file + 1);
}

int open_address(std::uint64_t address) {
  const std::string path =
      "/proc/" + std::to_string(address >> 32) + "/fd/" + std::to_string((address & 0xffffffff) - 1);
  return open(path.c_str(), O_RDWR | O_CLOEXEC);
}

bool write_all(int file, const Bytes& bytes, std::uint64_t offset) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t wrote =
        pwrite(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (wrote <= 0) return false;
    done += static_cast<std::size_t>(wrote);
  }
  return true;
}

bool read_all(int file, Bytes& bytes, std::uint64_t offset) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t got =
        pread(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (got <= 0) return false;
    done += static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace

struct Mailbox::Hall {
  Word context, complete_ranks;
  std::array<Word, most_ranks> seats;  ///< an outbox's address, or 0 for a free seat
};

struct Mailbox::Slot {
  Word readers_left;  ///< 0 means free
  Word context, number, reader;
  Word offset, bytes;

  bool holds(const Name& name) const {
    return readers_left.load(std::memory_order_acquire) > 0 && context == name.context &&
           number == name.number && reader == name.reader;
  }
};

struct Mailbox::Outbox {
  Word process, device;  ///< of the owner
  Word used;             ///< slots that have ever been used
  std::array<Slot, 4096> slots;
};

SharedFile::SharedFile(int file, std::size_t mapped) : file_(file), mapped_(mapped) {
  if (file < 0) return;
  void* memory = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory != MAP_FAILED) memory_ = memory;
}

SharedFile::~SharedFile() {
  if (memory_) munmap(memory_, mapped_);
  if (file_ >= 0) close(file_);
}

void SharedFile::swap(SharedFile& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(memory_, other.memory_);
  std::swap(mapped_, other.mapped_);
}

std::string Mailbox::create() {
  const int file = emulation::make_nameless_file("gridmark-nccl-hall");
  if (file < 0) return "";
  if (ftruncate(file, sizeof(Hall)) != 0) return close(file), "";
  SharedFile hall(dup(file), sizeof(Hall));
  if (!hall) return close(file), "";
  std::random_device random;
  const std::uint64_t context = std::uint64_t{random()} << 32 | random();
  hall.as<Hall>()->context = context;
  const std::lock_guard lock(halls_mutex());
  halls_made_here().insert(file);
  return std::to_string(address_of(file)) + " " + std::to_string(context);
}

Mailbox::Seat Mailbox::sit_down(const std::string& hall, int rank, int ranks, int device) {
  unsigned long long address = 0, context = 0;
  if (std::sscanf(hall.c_str(), "%llu %llu", &address, &context) != 2) return Seat::no_hall;
  hall_ = SharedFile(open_address(address), sizeof(Hall));
  // The number may lead to another file now.
  if (!hall_ || lseek(hall_.file(), 0, SEEK_END) != static_cast<off_t>(sizeof(Hall)) ||
      hall_.as<Hall>()->context != context)
    return Seat::no_hall;
  hall_name_ = hall;
  context_ = context;
  peers_.resize(static_cast<std::size_t>(ranks));
  const int file = emulation::make_nameless_file("gridmark-nccl-outbox");
  if (file < 0 || ftruncate(file, sizeof(Outbox)) != 0) return Seat::no_memory;
  own_ = SharedFile(file, sizeof(Outbox));
  if (!own_ || flock(file, LOCK_EX | LOCK_NB) != 0) return Seat::no_memory;
  own_.as<Outbox>()->process = static_cast<std::uint64_t>(getpid());
  own_.as<Outbox>()->device = static_cast<std::uint64_t>(device);
  std::uint64_t free_seat = 0;
  Word& seat = hall_.as<Hall>()->seats[static_cast<std::size_t>(rank)];
  return seat.compare_exchange_strong(free_seat, address_of(file)) ? Seat::taken : Seat::occupied;
}

bool Mailbox::meet(int rank) {
  SharedFile& peer = peers_[static_cast<std::size_t>(rank)];
  if (peer) return true;
  const std::uint64_t address = hall_.as<Hall>()->seats[static_cast<std::size_t>(rank)];
  if (address == 0) return false;
  peer = SharedFile(open_address(address), sizeof(Outbox));
  return static_cast<bool>(peer);
}

bool Mailbox::shares_device(int rank) const {
  const Outbox& own = *own_.as<Outbox>();
  for (std::size_t peer = 0; peer < peers_.size(); ++peer) {
    const Outbox& other = *peers_[peer].as<Outbox>();
    if (peer != static_cast<std::size_t>(rank) && other.process == own.process && other.device == own.device)
      return true;
  }
  return false;
}

void Mailbox::all_met() { ++hall_.as<Hall>()->complete_ranks; }

bool Mailbox::is_complete() {
  if (!hall_) return true;
  if (hall_.as<Hall>()->complete_ranks < peers_.size()) return false;
  hall_ = SharedFile();
  const std::uint64_t address = std::strtoull(hall_name_.c_str(), nullptr, 10);
  const int made_here = static_cast<int>((address & 0xffffffff) - 1);
  const std::lock_guard lock(halls_mutex());
  if (address_of(made_here) == address && halls_made_here().erase(made_here) > 0) close(made_here);
  return true;
}

/// The slot, and the first place with room for so many bytes between the messages that are still read.
Mailbox::Slot* Mailbox::free_slot(std::uint64_t bytes, std::uint64_t& offset) {
  Outbox& outbox = *own_.as<Outbox>();
  Slot* free = nullptr;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> taken;
  const auto end = outbox.slots.begin() + static_cast<std::ptrdiff_t>(outbox.used.load());
  for (auto slot = outbox.slots.begin(); slot != end; ++slot) {
    if (slot->readers_left.load(std::memory_order_acquire) > 0) {
      taken.emplace_back(slot->offset, slot->bytes);
    } else if (!free) {
      free = &*slot;
    }
  }
  if (!free && end == outbox.slots.end()) return nullptr;
  if (taken.empty() && ftruncate(own_.file(), sizeof(Outbox)) != 0) broken_ = true;
  std::sort(taken.begin(), taken.end());
  offset = sizeof(Outbox);
  for (const auto& [begin, length] : taken) {
    if (begin >= offset + bytes) break;
    offset = std::max(offset, begin + length);
  }
  return free ? free : &*end;
}

bool Mailbox::post(const Name& name, const Bytes& message, unsigned readers) {
  const std::lock_guard lock(posting_);
  if (readers == 0) return true;
  std::uint64_t offset = 0;
  Slot* slot = free_slot(message.size(), offset);
  if (!slot) return false;
  if (!write_all(own_.file(), message, offset)) return broken_ = true, false;
  slot->context = name.context;
  slot->number = name.number;
  slot->reader = name.reader;
  slot->offset = offset;
  slot->bytes = message.size();
  slot->readers_left.store(readers, std::memory_order_release);
  Outbox& outbox = *own_.as<Outbox>();
  const auto number = static_cast<std::uint64_t>(slot - outbox.slots.data());
  if (number >= outbox.used) outbox.used = number + 1;
  return true;
}

bool Mailbox::take(int from_rank, const Name& name, Bytes& message) {
  const SharedFile& from = peers_[static_cast<std::size_t>(from_rank)];
  Outbox& outbox = *from.as<Outbox>();
  const auto end = outbox.slots.begin() + static_cast<std::ptrdiff_t>(outbox.used.load());
  for (auto slot = outbox.slots.begin(); slot != end; ++slot) {
    // Checked twice, because the owner may have been writing it. A slot named for this reader stays until it
    // is read.
    if (!slot->holds(name) || !slot->holds(name)) continue;
    message.resize(slot->bytes);
    if (!read_all(from.file(), message, slot->offset)) return false;
    slot->readers_left.fetch_sub(1, std::memory_order_release);
    return true;
  }
  return false;
}

bool Mailbox::has_left(int rank) const {
  return flock(peers_[static_cast<std::size_t>(rank)].file(), LOCK_SH | LOCK_NB) == 0;
}

}  // namespace gridmark::nccl
