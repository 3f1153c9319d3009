#pragma once
#include <stdexcept>

#include "grader/core/error.h"

namespace gridmark::declarations {

/// Returns the value, or throws the error's message.
template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(message_of(result.error()));
  return *std::move(result);
}

}  // namespace gridmark::declarations
