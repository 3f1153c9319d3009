#pragma once
#include <string>

namespace gridmark::compile {

/// dlopen, or foo(int) for _Z3fooi; capped, as a name may be of any length.
std::string readable_name(const std::string& name);

/// Its name in a source, without types: "gridmark::tensor::matmul" for each of its signatures and for what
/// lies within it, "gridmark::tensor::Linear" for that class's tables, "dlopen".
std::string qualified_name(const std::string& name);

/// The word of a source that a symbol comes from: "open" of gridmark::files::open(int).
std::string word_of(const std::string& name);

}  // namespace gridmark::compile
