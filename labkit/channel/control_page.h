#pragma once
// The page that checker and worker share, next to the arrays.
//
// Theory of operation. The checker writes a request and a fresh nonce, and rings `request_bell`. The worker
// answers with `reply` and the same nonce, and rings `reply_bell`. An empty request ends the worker. Both
// bells are futexes, and their value is the low half of the nonce. The worker can write every byte of this
// page at any time. So the checker copies each value once and checks the copy. It trusts nothing here except
// the text of the reply, which is about the student's work. It parses that text as hostile input.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace gridmark::channel {

inline constexpr std::size_t request_capacity = std::size_t{64} << 10;
inline constexpr std::size_t reply_capacity = std::size_t{1} << 20;
inline constexpr int max_arrays = 64;  ///< of one operation
inline constexpr int max_links = 4;

/// The last information from a fault handler before the worker died.
struct FaultNote {
  std::atomic<std::uint32_t> set;
  std::int32_t line;
  std::array<char, 1024> message;
  std::array<char, 512> file;
};

/// The points where a counted worker stands still, so that the checker can read its meters
/// (labkit/channel/witness.h). Point numbers rise by one.
struct WitnessBells {
  std::atomic<std::uint32_t> wanted;
  alignas(64) std::atomic<std::uint32_t> reached;
  alignas(64) std::atomic<std::uint32_t> passed;
  std::uint32_t kind;
  std::uint64_t sites, site_count;
};

struct ControlPage {
  alignas(64) std::atomic<std::uint32_t> request_bell;
  alignas(64) std::atomic<std::uint32_t> reply_bell;
  alignas(64) std::uint64_t request_nonce;
  std::uint32_t request_bytes;
  std::uint32_t request_arrays;
  std::uint32_t request_links;
  alignas(64) std::uint64_t reply_nonce;
  std::uint32_t reply_bytes;
  FaultNote fault;
  WitnessBells witness;
  std::array<char, request_capacity> request;
  std::array<char, reply_capacity> reply;
};

static_assert(std::atomic<std::uint32_t>::is_always_lock_free, "the bells must work across processes");

/// The bell of a nonce. It is never 0, which is the value before the first request.
inline std::uint32_t bell_of(std::uint64_t nonce) { return static_cast<std::uint32_t>(nonce) | 1u; }

/// Blocks until `bell` is not `old`, or `microseconds` have passed. Spins for a short time before it sleeps.
/// returns  true when it changed
bool wait_for_bell(std::atomic<std::uint32_t>& bell, std::uint32_t old, std::int64_t microseconds);
void ring(std::atomic<std::uint32_t>& bell, std::uint32_t value);

/// Descriptors in every worker.
inline constexpr int control_descriptor = 10;
inline constexpr int socket_descriptor = 11;

}  // namespace gridmark::channel
