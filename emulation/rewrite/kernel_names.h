#pragma once
#include <cstddef>
#include <string_view>
#include <unordered_set>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// The token that names the kernel whose `__global__` is token `i`, or none if there is none.
std::size_t kernel_name_after(const Source& source, std::size_t i);

/// The names that the text declares __global__, without their namespaces.
class KernelNames {
 public:
  explicit KernelNames(const Source& source);
  bool contains(std::string_view name) const { return names_.count(name) != 0; }

 private:
  std::unordered_set<std::string_view> names_;
};

}  // namespace gridmark::rewrite
