#pragma once
// Messages between the ranks of a program. Each rank is a process with a separate device.
//
//   auto comm = gridmark::comm::Comm::from_environment();      // gridmark ranks -n 4 -- ./program
//   const int next = (comm.rank() + 1) % comm.world();
//   const int last = (comm.rank() + comm.world() - 1) % comm.world();
//   const auto sent = comm.isend(next, out, bytes);            // device or host memory
//   comm.recv(last, in, bytes);
//   comm.wait(sent);
//
// Messages from one rank to another with the same tag arrive in the order in which they were sent. A receive
// must have exactly the size of its message.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

namespace gridmark::comm {

/// A message can no longer arrive: the other rank has ended, its message has another size, or all ranks wait
/// for each other. The text lists which rank waits for which, and where.
struct CommError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The sender for a receive that accepts messages from every rank.
inline constexpr int any_rank = -1;

/// A send or a receive that has started.
struct Ticket {
  std::uint32_t number = 0;
};

class Connection;

class Comm {
 public:
  /// The Comm of a program that `gridmark ranks`, torchrun or Open MPI's mpirun has started. Uses
  /// GRIDMARK_COMM_DESCRIPTOR if it is set. Otherwise it uses RANK and WORLD_SIZE, or OMPI_COMM_WORLD_RANK
  /// and OMPI_COMM_WORLD_SIZE, with MASTER_ADDR and MASTER_PORT (127.0.0.1, 29500), where rank 0 listens. A
  /// program that was started alone is the only rank.
  ///
  /// errors  CommError: a variable is not a number, or the others are not reached within 60 s
  static Comm from_environment();

  /// Uses a stream socket whose other end a router has. The Comm closes it.
  Comm(int descriptor, int rank, int world);
  Comm(Comm&&) noexcept;
  Comm& operator=(Comm&&) noexcept;
  /// Informs the router that this rank sends no more messages.
  ~Comm();

  int rank() const;   ///< from 0
  int world() const;  ///< number of ranks

  /// Sends `bytes` bytes and waits until they are on their way. If the network makes large messages wait for
  /// their receive (its eager limit), this also waits for the receive.
  ///
  /// from    host or device memory. Device memory is read after the earlier work of the default stream, as in
  ///         cudaMemcpy. Inside a Queue's work, it is read after the earlier work of the queue's stream
  /// errors  CommError. std::invalid_argument: there is no such rank, or it is this rank
  void send(int to, const void* from, std::size_t bytes, int tag = 0);
  /// Waits for a message of exactly `bytes` bytes.
  ///
  /// from     a rank, or any_rank
  /// returns  the rank that sent it
  int recv(int from, void* to, std::size_t bytes, int tag = 0);

  /// isend() and irecv() do not wait. The memory of isend() may be reused at once. The memory of irecv()
  /// holds the message after wait() has returned. Wait for each ticket exactly once.
  Ticket isend(int to, const void* from, std::size_t bytes, int tag = 0);
  Ticket irecv(int from, void* to, std::size_t bytes, int tag = 0);
  int wait(Ticket ticket);

  /// Waits until all ranks have called it.
  void barrier();

  /// Seconds since this Comm was made: modelled on the emulated device, by the system clock on a GPU.
  double seconds() const;

 private:
  friend class Queue;
  std::unique_ptr<Connection> connection_;
};

}  // namespace gridmark::comm
