#pragma once

namespace gridmark::channel {

/// Under what an operation calls the student's function, for contracts that no answer shows.
enum class Circumstance : int {
  usual,
  own_stream,   ///< the function is given a stream of the adaptor's: what it queues elsewhere is found
  refused_work  ///< the device refuses each launch and each copy of the function
};

}  // namespace gridmark::channel
