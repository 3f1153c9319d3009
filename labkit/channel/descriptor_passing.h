#pragma once
#include <vector>

namespace gridmark::channel {

/// Sends descriptors over a SOCK_SEQPACKET socket, one message each. returns false when the other side is
/// gone
bool send_descriptors(int socket, const std::vector<int>& descriptors);

/// Receives `count` descriptors; the caller owns them. Fewer come back when the other side is gone.
std::vector<int> receive_descriptors(int socket, int count);

}  // namespace gridmark::channel
