#pragma once
// A rank's end of the socket to the router.
#include <cuda_runtime.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "labkit/comm/clock.h"
#include "labkit/comm/comm.h"
#include "labkit/comm/frames.h"

namespace gridmark::comm {

/// The return address of a call of the program, for messages.
using CallSite = const void*;

class Connection {
 public:
  /// Its clock starts at 0.
  Connection(int descriptor, int rank, int world)
      : descriptor_(descriptor), rank_(rank), world_(world), start_(clock_seconds()) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  int rank() const { return rank_; }
  int world() const { return world_; }
  double now() const { return clock_seconds() - start_; }

  Ticket send(int to, const void* from, std::size_t bytes, int tag);
  Ticket receive(int from, void* to, std::size_t bytes, int tag);
  int wait(Ticket ticket, CallSite site, const char* call);
  void barrier(CallSite site);

  /// The stream for copies of device memory, null for the default stream.
  cudaStream_t stream = nullptr;
  /// Runs before a call waits. May be empty.
  std::function<void()> before_waiting;

 private:
  struct Destination {
    void* memory;
    std::size_t bytes;
  };
  void check_peer(int peer, const char* what) const;
  void say(const Frame& frame, const void* payload = nullptr);
  Frame listen(CallSite site, const char* call);
  std::string text(std::uint64_t bytes);
  void tell_line(CallSite site);
  void take_message(const Frame& frame);
  void wait_until(double seconds, const char* call) const { clock_waits_until(start_ + seconds, call); }
  [[noreturn]] void lost() const;

  int descriptor_;
  int rank_, world_;
  double start_;
  std::uint32_t tickets_ = 0;
  std::map<std::uint32_t, Destination> receives_;
  std::map<std::uint32_t, bool> sends_;
};

}  // namespace gridmark::comm
