#pragma once
// The __shared__ arrays of a block that waits while another one runs on the same operating-system thread.
#include <vector>

namespace gridmark::emulation {

/// A copy of the calling thread's thread-local variables, those of the program and of its own libraries. It
/// includes the __shared__ arrays, and the engine's variables that hold the state of the block's threads.
class SharedImage {
 public:
  void save();
  void load() const;

 private:
  std::vector<char> bytes_;
};

/// Call it when a library was loaded. Its variables belong to the image from then on.
void forget_shared_variables();

}  // namespace gridmark::emulation
