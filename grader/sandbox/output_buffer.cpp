#include "grader/sandbox/output_buffer.h"

#include <algorithm>

namespace gridmark::sandbox {

void OutputBuffer::append(std::string_view bytes) {
  total_ += static_cast<std::int64_t>(bytes.size());
  const std::size_t room = head_cap - head_.size();
  head_.append(bytes.substr(0, room));
  bytes.remove_prefix(std::min(room, bytes.size()));
  tail_.append(bytes);
  // Cuts are rare, because each cut moves the remaining bytes.
  if (tail_.size() > 16 * tail_cap) tail_.erase(0, tail_.size() - tail_cap);
}

std::string OutputBuffer::tail() const {
  return tail_.substr(tail_.size() - std::min(tail_cap, tail_.size()));
}

}  // namespace gridmark::sandbox
