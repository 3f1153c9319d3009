#pragma once
#include <cstddef>
#include <memory>

namespace gridmark::channel {

/// Anonymous memory that two processes map (memfd). Failures throw std::system_error, because no checker run
/// is possible without memory.
/// | Sealing makes it safe to share with an untrusted process. That process cannot resize the memory (access
/// past the end of a shrunk file kills the reader). It also cannot map an input writable by any route.
class SharedMemory {
 public:
  enum class Access { read_only, read_write };
  /// When the kernel allocates the pages. Arrays get them at once, before anything is timed. The control page
  /// gets them when they are touched, because most calls touch only a few.
  enum class Pages { at_once, as_touched };

  /// Makes memory of `bytes` zeros, mapped read-write. 0 bytes is allowed.
  static std::shared_ptr<SharedMemory> create(std::size_t bytes, Pages pages = Pages::at_once);
  /// Maps the memory behind `descriptor` with the access that the descriptor allows, and takes ownership of
  /// it.
  static std::shared_ptr<SharedMemory> open(int descriptor, Pages pages = Pages::at_once);

  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory();

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

  /// A descriptor for the other side, with the memory sealed for `access`. The caller closes it.
  int sealed_descriptor(Access access) const;

 private:
  SharedMemory(int descriptor, void* data, std::size_t bytes);
  int descriptor_;
  void* data_;
  std::size_t bytes_;
};

}  // namespace gridmark::channel
