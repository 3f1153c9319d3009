#pragma once
#include <vector>

namespace gridmark::channel {

/// Sends descriptors over a SOCK_SEQPACKET socket, one per message.
/// returns  false if the other side is gone
bool send_descriptors(int socket, const std::vector<int>& descriptors);

/// Receives `count` descriptors, which the caller then owns. Returns fewer if the other side is gone.
std::vector<int> receive_descriptors(int socket, int count);

}  // namespace gridmark::channel
