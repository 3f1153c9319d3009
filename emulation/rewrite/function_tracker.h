#pragma once
#include <vector>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// Finds out, token by token, whether the code runs on the device only: in a function or a lambda with
/// __global__ or __device__, and without __host__.
class FunctionTracker {
 public:
  explicit FunctionTracker(const Source& source) : source_(source) {}

  /// Call for each token in order.
  void visit(std::size_t i);
  bool on_device() const { return side() == Side::device; }
  /// Also true in a function for both sides.
  bool may_be_on_device() const { return side() != Side::host; }
  /// For the outermost device function around: the token that ends the text before it, or the file's first
  /// token.
  std::size_t head() const { return head_; }

 private:
  enum class Side { host, both, device };  ///< host: also all code of unknown side
  Side side() const { return open_.empty() ? Side::host : open_.back(); }
  Side side_of_function(std::size_t brace) const;
  bool begins_lambda(std::size_t t) const;
  std::size_t head_before(std::size_t brace) const;

  const Source& source_;
  std::vector<Side> open_;
  std::size_t head_ = 0;
};

}  // namespace gridmark::rewrite
