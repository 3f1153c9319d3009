#pragma once
// Messages between the ranks of a program: as many processes as the world is large, each with its own device.
//
//   auto comm = gridmark::comm::Comm::from_environment();      // gridmark ranks -n 4 -- ./program
//   const int next = (comm.rank() + 1) % comm.world();
//   const int last = (comm.rank() + comm.world() - 1) % comm.world();
//   const auto sent = comm.isend(next, out, bytes);            // device or host memory
//   comm.recv(last, in, bytes);
//   comm.wait(sent);
//
// Messages from one rank to another with the same tag arrive in the order in which they were sent. Each one
// is received whole, by a receive of its size.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

namespace gridmark::comm {

/// A message cannot come any more: the other rank has ended, its message has another size, or all ranks wait
/// for one another. The words say who waits for whom, and where.
struct CommError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// As the sender of a receive: whichever rank has sent.
inline constexpr int any_rank = -1;

/// A send or a receive that has begun.
struct Ticket {
  std::uint32_t number = 0;
};

class Connection;

class Comm {
 public:
  /// Of a program that `gridmark ranks`, torchrun or Open MPI's mpirun has started: from
  /// GRIDMARK_COMM_DESCRIPTOR, else from RANK and WORLD_SIZE or OMPI_COMM_WORLD_RANK and
  /// OMPI_COMM_WORLD_SIZE with MASTER_ADDR and MASTER_PORT (127.0.0.1, 29500), where rank 0 listens. A
  /// program that was started by itself is the only rank.
  ///
  /// errors  CommError: a variable is no number, the others are not reached within 60 s
  static Comm from_environment();

  /// Over a stream socket whose other end a router has; the Comm closes it.
  Comm(int descriptor, int rank, int world);
  Comm(Comm&&) noexcept;
  Comm& operator=(Comm&&) noexcept;
  /// Tells the router that this rank sends no more.
  ~Comm();

  int rank() const;   ///< from 0
  int world() const;  ///< how many ranks there are

  /// Sends `bytes` bytes and waits until they are on their way; where the network asks large messages to wait
  /// for their receive (its eager limit), until that is there.
  ///
  /// from    host or device memory. Device memory is read behind the earlier work of the default stream, as
  ///         cudaMemcpy reads it; within a Queue's work, behind that of the queue's stream.
  /// errors  CommError; std::invalid_argument: no such rank, or the rank itself
  void send(int to, const void* from, std::size_t bytes, int tag = 0);
  /// Waits for a message of exactly `bytes` bytes.
  ///
  /// from     a rank, or any_rank
  /// returns  the rank that sent it
  int recv(int from, void* to, std::size_t bytes, int tag = 0);

  /// The same without waiting. The memory of isend may be used again at once; that of irecv holds the message
  /// once wait() has returned. Each ticket is waited for once.
  Ticket isend(int to, const void* from, std::size_t bytes, int tag = 0);
  Ticket irecv(int from, void* to, std::size_t bytes, int tag = 0);
  int wait(Ticket ticket);

  /// Waits until all ranks have come here.
  void barrier();

  /// Since this Comm was made: modelled on the emulated device, the system's clock on a real one.
  double seconds() const;

 private:
  friend class Queue;
  std::unique_ptr<Connection> connection_;
};

}  // namespace gridmark::comm
