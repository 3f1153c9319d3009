#pragma once
#include <cstddef>
#include <memory>

namespace gridmark::channel {

/// Anonymous memory that two processes map (memfd). Failures throw std::system_error: without memory there is
/// no checker run.
///
/// Sealing is what makes it safe to share with an untrusted process: it can then neither resize the memory
/// (a shrunk file kills whoever reads past the end) nor, for inputs, map it writable by any route.
class SharedMemory {
 public:
  enum class Access { read_only, read_write };
  /// When the kernel finds the pages: for arrays before anything is timed; for a page of words, of which most
  /// calls touch little, as they are touched.
  enum class Pages { at_once, as_touched };

  /// New memory of `bytes` zeros, mapped read-write. 0 bytes is allowed.
  static std::shared_ptr<SharedMemory> create(std::size_t bytes, Pages pages = Pages::at_once);
  /// Maps the memory behind `descriptor` as far as the descriptor allows, and owns it from now on.
  static std::shared_ptr<SharedMemory> open(int descriptor, Pages pages = Pages::at_once);

  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory();

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

  /// A descriptor for the other side, the memory sealed for `access`. The caller closes it.
  int sealed_descriptor(Access access) const;

 private:
  SharedMemory(int descriptor, void* data, std::size_t bytes);
  int descriptor_;
  void* data_;
  std::size_t bytes_;
};

}  // namespace gridmark::channel
