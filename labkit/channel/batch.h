#pragma once
// Several requests behind one bell.
#include <vector>

#include "labkit/channel/operation.h"

namespace gridmark::channel {

/// rehearsal: all but the student's function runs, which is what a call costs without it.
enum class Errand : std::uint8_t { work, rehearsal };

/// One request that asks for all of `requests`, in their order. The worker stops at the first that fails; its
/// reply has the last status and the last meters.
Request batch_of(const std::vector<Request>& requests, Errand errand);

/// What a worker does for such a request, which `is_batch` recognises.
bool is_batch(const Request& request);
struct Batch {
  std::vector<Request> requests;
  Errand errand = Errand::work;
};
/// Throws std::runtime_error when the request is broken.
Batch open_batch(const Request& request);

}  // namespace gridmark::channel
