#pragma once
#include <string>
#include <vector>

namespace gridmark::similarity {

/// Code that all students received.
std::string given_code();

/// Twenty works for the same assignment that were written independently. Each of three functions has one of
/// five forms, so no two works have more than one function in common.
std::vector<std::string> honest_works();

}  // namespace gridmark::similarity
