#pragma once
// What the kit throws. Every message says what was found, what was expected and what to do.
#include <cstddef>
#include <stdexcept>
#include <string>

namespace gridmark::tensor {

/// The base of them all.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Shapes that do not fit each other, or strides that a view cannot have.
struct ShapeError : Error {
  using Error::Error;
};

/// "device mismatch": the operands of one operation lie on different devices.
struct DeviceMismatchError : Error {
  using Error::Error;
};

/// Operands of different types, or of a type that the operation does not take.
struct DTypeError : Error {
  using Error::Error;
};

/// A backward pass that cannot be right: a saved tensor has changed, the start is no scalar, ...
struct AutogradError : Error {
  using Error::Error;
};

/// CUDA or cuBLAS said no.
struct DeviceError : Error {
  using Error::Error;
};

/// The device has no room, also after the cache was given back. CUDA's own error is cleared: once tensors are
/// released, the next allocation works.
struct OutOfMemory : Error {
  OutOfMemory(const std::string& message, std::size_t wanted) : Error(message), requested(wanted) {}
  std::size_t requested;  ///< bytes
};

}  // namespace gridmark::tensor
