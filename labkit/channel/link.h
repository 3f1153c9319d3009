#pragma once
// A field of an operation: a socket to the checker, which acts as the network or the disk.
#include <memory>
#include <utility>

#include "base/file_descriptor.h"

namespace gridmark::channel {

/// Goes to the worker with the call. The checker's copy is then closed.
class Link {
 public:
  Link() = default;
  /// Checker: makes the socket.
  /// returns  the checker's end, which the caller closes
  int open();
  /// Worker: takes the socket, which the caller closes. -1 if the call has none or it was taken before.
  int take() { return far_end_ ? far_end_->release() : -1; }

  const std::shared_ptr<FileDescriptor>& far_end() const { return far_end_; }
  void attach(std::shared_ptr<FileDescriptor> end) { far_end_ = std::move(end); }

 private:
  std::shared_ptr<FileDescriptor> far_end_;
};

}  // namespace gridmark::channel
