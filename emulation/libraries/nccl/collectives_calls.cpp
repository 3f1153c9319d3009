// <gridmark/collectives.h>, for programs.
#include <algorithm>

#include "emulation/libraries/nccl/communicator.h"
#include "emulation/runtime/streams.h"
#include "gridmark/collectives.h"

namespace gridmark::collectives {

std::vector<Moved> read(ncclComm* comm) {
  const emulation::DeviceLock lock(emulation::device_mutex());
  const nccl::SharedComm found = nccl::find(comm);
  std::vector<Moved> all;
  for (std::size_t kind = 0; found && kind < nccl::kinds; ++kind) {
    const nccl::Moved& moved = found->moved[kind];
    if (moved.calls > 0)
      all.push_back(
          {nccl::name_of(static_cast<nccl::Kind>(kind)), moved.calls, moved.bytes, moved.sent_bytes});
  }
  std::sort(all.begin(), all.end(), [](const Moved& a, const Moved& b) { return a.kind < b.kind; });
  return all;
}

}  // namespace gridmark::collectives
