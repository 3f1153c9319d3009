#pragma once
// Several requests that are sent as one.
#include <vector>

#include "labkit/channel/operation.h"

namespace gridmark::channel {

/// A rehearsal leaves out the student's function, which shows the cost of a call without it.
enum class Errand : std::uint8_t { work, rehearsal };

/// One request that runs all of `requests` in order. The worker stops at the first that fails. Its reply has
/// the last status and the last meters.
Request batch_of(const std::vector<Request>& requests, Errand errand);

/// Whether `request` was made by batch_of(). The worker then runs it as a Batch.
bool is_batch(const Request& request);
struct Batch {
  std::vector<Request> requests;
  Errand errand = Errand::work;
};
/// Throws std::runtime_error when the request is broken.
Batch open_batch(const Request& request);

}  // namespace gridmark::channel
