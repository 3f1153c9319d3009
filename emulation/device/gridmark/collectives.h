#pragma once
// Bytes that NCCL's calls moved on the emulated device, for a program to read. A real device does not have
// this header.
//
//   #include <gridmark/collectives.h>
//
//   train(steps, comm);
//   for (const auto& moved : gridmark::collectives::read(comm))
//     std::printf("%s: %llu calls, %llu bytes sent\n", moved.kind.c_str(), (unsigned long long)moved.calls,
//                 (unsigned long long)moved.sent_bytes);
#include <cstdint>
#include <string>
#include <vector>

struct ncclComm;

namespace gridmark::collectives {

/// Calls of one kind. A group's calls count when the group ends.
struct Moved {
  std::string kind;         ///< "ncclAllReduce"
  std::uint64_t calls = 0;  ///< queued calls
  std::uint64_t bytes = 0;  ///< counts in bytes, for ncclAllGather one rank's part
  /// Modelled: this rank sends around a ring. ncclAllReduce sends 2 (ranks - 1) / ranks of its bytes. The
  /// modelled time is computed from it. 0 for ncclRecv.
  std::uint64_t sent_bytes = 0;
};

/// This rank's calls since the communicator was made, with one value per kind that was called, sorted by the
/// kind's name. Empty if there is no such communicator. A communicator that was split off counts for itself.
std::vector<Moved> read(ncclComm* comm);

}  // namespace gridmark::collectives
