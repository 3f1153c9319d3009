#pragma once
#include <string>

#include "emulation/runtime/streams.h"

namespace gridmark::emulation {

/// Work that a call of the program has queued, in words for a student.
struct QueuedCall {
  std::string what;    ///< "the launch of tiled_kernel"
  std::string remedy;  ///< how to use another stream: "pass the stream as its last argument"
};

/// Keeps it if stray work is watched and `position` lies in another stream (emulation/stray_work.h). Callers
/// must hold the device lock.
void note_queued(const Position& position, const QueuedCall& call);

}  // namespace gridmark::emulation
