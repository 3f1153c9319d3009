#pragma once
// The protocol between ranks and router: one stream socket for each rank.
//
// Theory of operation. A rank posts sends and receives, and the router does not answer these. Then the rank
// waits for one of them or at a barrier. It sends a frame for this, and then listens until the router has
// answered with `done` or `failed`. While the rank listens, the router may ask for the source line of the
// call. A rank that receives `failed` sends the line without being asked. So the router knows for each rank
// whether it can still send anything. It detects a deadlock as a fact, without a guess about time.
#include <cstddef>
#include <cstdint>

namespace gridmark::comm {

enum class FrameKind : std::uint32_t {
  // sent by a rank
  send,     ///< to `peer`, followed by `bytes` of payload
  receive,  ///< from `peer`, or any_rank
  wait,     ///< for `ticket`
  barrier,
  finished,  ///< the rank will send no more
  line,      ///< the answer to `where` and `failed`, followed by a text of `bytes`: "ddp_training.cu:42" or
             ///< nothing
  // sent by the router
  done,    ///< the wait or barrier is over. After a receive, the `bytes` that `peer` sent follow
  failed,  ///< it can never complete. A text of `bytes` follows
  where,   ///< asks for the source line of `address`
};

struct Frame {
  FrameKind kind = FrameKind::send;
  std::int32_t peer = 0;
  std::int32_t tag = 0;
  std::uint32_t ticket = 0;
  std::uint64_t bytes = 0;
  double clock = 0;           ///< modelled seconds: the time of sending, or the end of the wait
  std::uint64_t address = 0;  ///< of the call, in the rank's code
};
static_assert(sizeof(Frame) == 40, "both sides read the same bytes");

/// The first data from a rank on a socket that others could also open.
struct Greeting {
  std::int32_t rank = 0, world = 0;
};

/// Reads or writes all bytes, with as many calls as needed.
/// returns  false if the other side is gone
bool read_all(int descriptor, void* data, std::size_t bytes);
bool write_all(int descriptor, const void* data, std::size_t bytes);

}  // namespace gridmark::comm
