#pragma once
#include <string>

namespace gridmark::similarity {

/// A kernel of fourteen statements that depend on `seed`. Two such kernels share almost no grams.
std::string made_up_kernel(unsigned seed);

/// A tiled matrix multiplication as in every textbook, with its launcher.
std::string obvious_kernel();

/// The same code with other names, comments and blanks, which depend on `seed`.
std::string disguised(const std::string& work, unsigned seed);

}  // namespace gridmark::similarity
