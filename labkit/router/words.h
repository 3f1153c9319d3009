#pragma once
// The words for ranks and messages in the router's texts.
#include <string>

#include "base/byte_words.h"
#include "labkit/comm/frames.h"

namespace gridmark::router {

inline std::string name(int rank) { return "rank " + std::to_string(rank); }

/// "(tag 3, 16 bytes)"
inline std::string tagged(const comm::Frame& frame) {
  return "(tag " + std::to_string(frame.tag) + ", " + bytes_in_words(frame.bytes) + ")";
}

constexpr std::size_t bytes_of_small = 256;  // overhead of the router for a message of no bytes

}  // namespace gridmark::router
