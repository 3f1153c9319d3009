#pragma once
// Theory of operation
// A hook must cost almost nothing, so it only appends a record here. The meaning of the records is found out
// later, for one warp at a time. The stream holds the turn of one warp, whose lanes run one after the other,
// each for a segment of the stream. Events whose place among the accesses matters (fences, barriers of warps)
// are records as well, so that nothing is lost by evaluating later. A record of a store also holds the bytes
// that it overwrites, because they are gone afterwards.
//
// The hook does not append a record at the limit. Counters handles it, and checks whether the thread spins.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "emulation/counters/access.h"

namespace gridmark::counters {

/// `happens`: the store of a record that was marked as delayed.
enum class RecordKind : std::uint64_t { access, fence, warp_barrier, threads_ordered, happens };

/// `where` is a program counter. The bits above its 48 hold the kind of the record.
struct Record {
  std::uint64_t where;
  std::uint64_t address;  ///< of an access; the warp of a warp's barrier; the thread of a fence

  static constexpr unsigned shift = 48;
  /// `aligned`: the access's type needs an address that is a multiple of its size.
  static constexpr std::uint64_t access(AccessKind kind, unsigned bytes, bool is_volatile, bool aligned) {
    return (std::uint64_t{bytes - 1} | static_cast<std::uint64_t>(kind) << 4 |
            std::uint64_t{is_volatile} << 7 | std::uint64_t{aligned} << 8)
           << shift;
  }
  static constexpr std::uint64_t of(RecordKind kind) {
    return static_cast<std::uint64_t>(kind) << (shift + 9);
  }
  /// `delayed`: the record, or null if it belongs to an earlier turn.
  static std::uint64_t happens(const Record* delayed, unsigned bytes) {
    return of(RecordKind::happens) | std::uint64_t{bytes - 1} << shift |
           reinterpret_cast<std::uintptr_t>(delayed);
  }

  RecordKind kind() const { return static_cast<RecordKind>(where >> (shift + 9) & 63); }
  const void* pc() const { return reinterpret_cast<const void*>(where & ((std::uint64_t{1} << shift) - 1)); }
  unsigned bytes() const { return (where >> shift & 15) + 1; }
  AccessKind access_kind() const { return static_cast<AccessKind>(where >> (shift + 4) & 7); }
  bool is_access() const { return kind() == RecordKind::access; }
  bool is_volatile() const { return where >> (shift + 7) & 1; }
  bool is_aligned() const { return where >> (shift + 8) & 1; }
  bool stores() const { return is_access() && !is_load(access_kind()); }
  /// Other threads ran between the record and its store.
  bool is_delayed() const { return where >> 63; }
  void delay() { where |= std::uint64_t{1} << 63; }
  /// Whether memory changes right after this record.
  bool overwrites() const { return kind() == RecordKind::happens || (stores() && !is_delayed()); }
};

constexpr unsigned widest_access = 16;  ///< bytes of one record; wider accesses use several

class AccessStream {
 public:
  static constexpr unsigned nobody = ~0u;

  /// One thread's records, up to the first record of the next segment.
  struct Segment {
    const Record* first;
    unsigned thread;
  };

  /// Whether the hook may append the running thread's record.
  bool takes(unsigned thread) const { return thread == thread_ && cursor_ < limit_; }
  void append(std::uint64_t where, std::uint64_t address) {
    Record* const record = cursor_;
    record->where = where;
    record->address = address;
    cursor_ = record + 1;
  }
  /// Called after append() of a store. The bytes can lie in unmapped memory, so the record must exist before
  /// the fault.
  void keep_old(std::uintptr_t address, unsigned bytes) {
    asm volatile("" ::: "memory");
    std::memcpy(old_of(cursor_ - 1), reinterpret_cast<const void*>(address), bytes);
  }
  /// The records after the first `before` ones announced a range. A copy has two ranges, one directly after
  /// the other.
  void announce_range(std::uintptr_t address, std::size_t bytes, bool stores, std::uint64_t before) {
    Range& other = ranges_[!stores];
    if (other.appended == before) other.appended = appended();
    ranges_[stores] = {address, bytes, appended()};
  }
  /// Whether the access was part of a range, and nothing was appended since.
  bool range_was_announced(std::uintptr_t address, std::size_t bytes, bool stores) const {
    const Range& range = ranges_[stores];
    return range.appended == appended() && address >= range.address &&
           address + bytes <= range.address + range.bytes;
  }
  /// Location of the running block's shared memory.
  struct SharedPlaces {
    std::uintptr_t fixed, dynamic;
    std::size_t fixed_bytes, dynamic_bytes;
  };
  void set_shared_memory(const SharedPlaces& places) { shared_ = places; }
  const SharedPlaces& shared_memory() const { return shared_; }
  bool in_shared_memory(std::uintptr_t address) const {
    return address - shared_.fixed < shared_.fixed_bytes || address - shared_.dynamic < shared_.dynamic_bytes;
  }

  /// Memory is allocated at the first use.
  void reserve();
  void start_segment(unsigned thread) {
    thread_ = thread;
    segments_.push_back({cursor_, thread});
  }
  void set_limit(std::size_t more) { limit_ = cursor_ + (more < room() ? more : room()); }
  void clear();

  std::size_t last_segment() const {  ///< records in the last segment
    return static_cast<std::size_t>(cursor_ - segments_.back().first);
  }
  bool has_accesses() const { return cursor_ != begin_; }
  std::uint64_t appended() const { return cleared_ + static_cast<std::uint64_t>(cursor_ - begin_); }
  bool full() const { return room() == 0; }
  unsigned thread() const { return thread_; }  ///< thread of the last segment
  const std::vector<Segment>& segments() const { return segments_; }
  const Record* begin() const { return begin_; }
  const Record* end() const { return cursor_; }
  Record& last() { return cursor_[-1]; }
  const Record* const* cursor() const { return &cursor_; }
  const Record* end_of(std::size_t segment) const {
    return segment + 1 < segments_.size() ? segments_[segment + 1].first : cursor_;
  }
  /// The bytes that a store's record overwrote.
  char* old_of(const Record* record) const {
    return reinterpret_cast<char*>(const_cast<Record*>(record)) + capacity * sizeof(Record);
  }
  /// Whether the store changed its bytes, by comparison with a later store's old bytes or with memory. False
  /// if the turn ended before the store happened: a thread that is delayed at a store has made it many times.
  bool changed_memory(const Record* store) const;

 private:
  const Record* when_it_happens(const Record* store) const;
  /// Twice the limit of all lanes of a warp, after which Counters lets the others catch up.
  static constexpr std::size_t capacity = std::size_t{1} << 24;
  /// Room for records between two checks: a wide access, barriers.
  static constexpr std::size_t spare = 4096;
  std::size_t room() const {
    const auto used = static_cast<std::size_t>(cursor_ - begin_);
    return used < capacity - spare ? capacity - spare - used : 0;
  }

  struct Range {
    std::uintptr_t address = 0;
    std::size_t bytes = 0;
    std::uint64_t appended = 0;
  };

  Record* cursor_ = nullptr;
  Record* limit_ = nullptr;
  unsigned thread_ = nobody;
  Record* begin_ = nullptr;
  std::uint64_t cleared_ = 0;  ///< records before this buffer
  SharedPlaces shared_{};
  std::array<Range, 2> ranges_{};  ///< the last one loaded, the last one stored
  std::vector<Segment> segments_;
};

/// Of the one operating-system thread that runs kernels while they are counted.
extern AccessStream access_stream __attribute__((visibility("hidden")));

}  // namespace gridmark::counters
