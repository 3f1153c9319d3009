#pragma once
// The protocol between ranks and router: one stream socket for each rank.
//
// Theory of operation. A rank posts sends and receives, which the router never answers by themselves. Then it
// waits for one of them, or at a barrier: it says so, and from there on listens until the router has answered
// with `done` or `failed`. While it listens, the router may ask for the source line of the call. A rank that
// hears `failed` tells the line by itself. So a router knows of each rank whether it can still say anything,
// and a deadlock is a fact and not a guess about time.
#include <cstddef>
#include <cstdint>

namespace gridmark::comm {

enum class FrameKind : std::uint32_t {
  // of a rank
  send,     ///< to `peer`; `bytes` of payload follow
  receive,  ///< from `peer`, or any_rank
  wait,     ///< for `ticket`
  barrier,
  finished,  ///< the rank will say no more
  line,  ///< the answer to `where` and `failed`: a text of `bytes` follows, "ddp_training.cu:42" or nothing
  // of the router
  done,    ///< the wait or barrier is over; the `bytes` that `peer` sent follow, where it was for a receive
  failed,  ///< it never will be: a text of `bytes` follows
  where,   ///< which line does `address` stand on?
};

struct Frame {
  FrameKind kind = FrameKind::send;
  std::int32_t peer = 0;
  std::int32_t tag = 0;
  std::uint32_t ticket = 0;
  std::uint64_t bytes = 0;
  double clock = 0;           ///< modelled seconds: when it was said, or until when the wait lasted
  std::uint64_t address = 0;  ///< of the call, in the rank's code
};
static_assert(sizeof(Frame) == 40, "both sides read the same bytes");

/// What a rank says first on a socket that others could open as well.
struct Greeting {
  std::int32_t rank = 0, world = 0;
};

/// Reads or writes all of it, however many calls that takes.
/// returns  false when the other side is gone
bool read_all(int descriptor, void* data, std::size_t bytes);
bool write_all(int descriptor, const void* data, std::size_t bytes);

}  // namespace gridmark::comm
