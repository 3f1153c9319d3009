#pragma once

namespace gridmark::channel {

/// The situation in which an operation calls the student's function, for contracts that the answer does not
/// show.
/// show.
enum class Circumstance : int {
  usual,
  own_stream,   ///< the function gets a stream of the adaptor, and work that it queues elsewhere is found
  refused_work  ///< the device refuses each launch and each copy of the function
};

}  // namespace gridmark::channel
