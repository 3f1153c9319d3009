#pragma once
// The bytes that NCCL's calls of the emulated device moved, for a program to read. A real device has no such
// thing.
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
  std::uint64_t calls = 0;  ///< that were queued
  std::uint64_t bytes = 0;  ///< their counts in bytes: ncclAllGather's is one rank's part
  /// Modelled: this rank sends around a ring, ncclAllReduce 2 (ranks - 1) / ranks of its bytes. The modelled
  /// time comes from it. 0 for ncclRecv.
  std::uint64_t sent_bytes = 0;
};

/// This rank's calls since the communicator was made, a value for each kind that was called, in the order of
/// the kinds' names. Empty where there is no such communicator. One that is split off counts for itself.
std::vector<Moved> read(ncclComm* comm);

}  // namespace gridmark::collectives
