#pragma once
// What device threads bring to a meeting whose outcome their own code computes: a reduction with the
// program's own operator, a shuffle of a large type.

namespace gridmark::emulation {

/// First part of what one device thread brings. It lies on the thread's stack, which others can read while
/// the thread waits.
struct Contribution {
  /// Called once per meeting, by the thread that comes last. `all` has `slots` places in the order of the
  /// threads; one that has returned left its place null.
  void (*combine)(Contribution* const* all, unsigned slots);
};

}  // namespace gridmark::emulation
