#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "labkit/channel/second_count.h"

namespace gridmark::channel {

/// Reads another process's memory. Returns false if part of it is not mapped or it may not be read.
bool read_memory(pid_t process, std::uint64_t address, void* to, std::size_t bytes);

template <class T>
bool read_values(pid_t process, std::uint64_t address, std::size_t count, std::vector<T>& values) {
  values.resize(count);
  return count == 0 || read_memory(process, address, values.data(), count * sizeof(T));
}

/// The meters of `count` sites at the address.
std::optional<Tally> tally_in(pid_t process, std::uint64_t sites, std::uint64_t count);

}  // namespace gridmark::channel
