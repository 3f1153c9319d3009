#pragma once
// Values that device threads bring to a meeting that their own code evaluates: a reduction with the program's
// operator, a shuffle of a large type.

namespace gridmark::emulation {

/// First part of one device thread's contribution. It lies on the thread's stack, which others can read while
/// the thread waits.
struct Contribution {
  /// Called once per meeting, by the thread that comes last. `all` has `slots` places in the order of the
  /// threads. The place of a thread that has returned is null.
  void (*combine)(Contribution* const* all, unsigned slots);
};

}  // namespace gridmark::emulation
