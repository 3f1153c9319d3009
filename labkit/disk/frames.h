#pragma once
// The messages between a RemoteDisk and a DiskServer. Both run on one machine, so numbers use its byte order.
#include <cstdint>

namespace gridmark::disk {

enum class Call : std::uint32_t {
  create = 1,
  write,
  fsync,
  close,
  rename,
  fsync_folder,
  remove,
  list,
  read,
  returned,
};

/// A request is this struct, then `name_bytes` of the name, then `data_bytes` of data. The data is the second
/// name of a rename or the bytes of a write.
struct Request {
  Call call{};
  std::int32_t file = 0;  ///< for write, fsync, close
  std::uint64_t name_bytes = 0;
  std::uint64_t data_bytes = 0;
};

/// An answer is this struct, then `data_bytes` of data: contents, names that each end in a zero byte, or the
/// reason of an error.
struct Answer {
  std::int32_t code = 0;  ///< 0, or the code of the DiskError
  std::int32_t file = 0;  ///< from create
  std::uint64_t data_bytes = 0;
};

}  // namespace gridmark::disk
