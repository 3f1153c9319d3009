#pragma once
// Which symbols the names in a lab's "symbols" mean.
#include <string>
#include <vector>

#include "grader/compile/worker_names.h"
#include "grader/core/error.h"
#include "grader/core/lab.h"

namespace gridmark::compile {

/// Whether one of `names` ("printf", "gridmark::tensor::matmul", "pthread_*") means the linker's `symbol`: a
/// function with any parameters, or a class or namespace that it belongs to.
bool are_named(const std::vector<std::string>& names, const std::string& symbol);

/// errors  lab: a denied name of gridmark's that the worker does not have, which would deny nothing
Result<void> check_denied_names(const Lab& lab, const WorkerNames& worker);

}  // namespace gridmark::compile
