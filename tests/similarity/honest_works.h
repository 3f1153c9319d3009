#pragma once
#include <string>
#include <vector>

namespace gridmark::similarity {

/// What everybody got.
std::string given_code();

/// Twenty works that keep to the same assignment and were written apart: each of three functions in one of
/// five ways, so that no two works have more than one function in common.
std::vector<std::string> honest_works();

}  // namespace gridmark::similarity
