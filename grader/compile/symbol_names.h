#pragma once
#include <string>

namespace gridmark::compile {

/// The name for people: dlopen, or foo(int) for _Z3fooi. It is capped, because a name may have any length.
std::string readable_name(const std::string& name);

/// The name in a source, without types: "gridmark::tensor::matmul" for each of its signatures and everything
/// within it, "gridmark::tensor::Linear" for the tables of that class, "dlopen".
std::string qualified_name(const std::string& name);

/// The word of a source that a symbol comes from: "open" of gridmark::files::open(int).
std::string word_of(const std::string& name);

}  // namespace gridmark::compile
