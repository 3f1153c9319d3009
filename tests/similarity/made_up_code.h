#pragma once
#include <string>

namespace gridmark::similarity {

/// A kernel of fourteen statements, which differ with `seed`: two of them share no gram worth the name.
std::string made_up_kernel(unsigned seed);

/// A tiled matrix multiplication as every textbook has it, with its launcher.
std::string obvious_kernel();

/// The same code with other names, comments and blanks, which differ with `seed`.
std::string disguised(const std::string& work, unsigned seed);

}  // namespace gridmark::similarity
