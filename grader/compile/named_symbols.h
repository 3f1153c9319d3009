#pragma once
// The symbols that the names in a lab's "symbols" refer to.
#include <string>
#include <vector>

#include "grader/compile/worker_names.h"
#include "grader/core/error.h"
#include "grader/core/lab.h"

namespace gridmark::compile {

/// Whether one of `names` ("printf", "gridmark::tensor::matmul", "pthread_*") refers to the linker's
/// `symbol`. A name is a function with any parameters, or a class or namespace that the symbol belongs to.
bool are_named(const std::vector<std::string>& names, const std::string& symbol);

/// errors  lab: a denied gridmark name that the worker does not have, which would deny nothing
Result<void> check_denied_names(const Lab& lab, const WorkerNames& worker);

}  // namespace gridmark::compile
