#pragma once
// The __shared__ arrays of a block that waits while another one runs on the same operating-system thread.
#include <vector>

namespace gridmark::emulation {

/// A copy of the calling thread's thread-local variables of the program and of its own libraries: the
/// __shared__ arrays among them, and the engine's own, which say where the block's threads stand.
class SharedImage {
 public:
  void save();
  void load() const;

 private:
  std::vector<char> bytes_;
};

/// Call when a library was loaded: its variables belong to the image from now on.
void forget_shared_variables();

}  // namespace gridmark::emulation
