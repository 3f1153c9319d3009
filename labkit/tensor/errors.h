#pragma once
// The exceptions of the kit. Every message gives the fault, the expected value and the next step.
#include <cstddef>
#include <stdexcept>
#include <string>

namespace gridmark::tensor {

/// The base class of all errors.
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

/// Operands of different types, or of a type that the operation does not accept.
struct DTypeError : Error {
  using Error::Error;
};

/// A backward pass that cannot be right: a saved tensor has changed, the start is not a scalar, ...
struct AutogradError : Error {
  using Error::Error;
};

/// An error of CUDA or cuBLAS.
struct DeviceError : Error {
  using Error::Error;
};

/// The device has no room, even after the cache was given back. CUDA's error is cleared. Once tensors are
/// released, the next allocation works.
struct OutOfMemory : Error {
  OutOfMemory(const std::string& message, std::size_t wanted) : Error(message), requested(wanted) {}
  std::size_t requested;  ///< bytes
};

}  // namespace gridmark::tensor
