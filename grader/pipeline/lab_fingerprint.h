#pragma once
#include <string>

#include "grader/core/error.h"
#include "grader/core/lab.h"

namespace gridmark::pipeline {

/// SHA-256 of what decides a grade in labs/NAME: interface, operations, adaptor, tests, reference, lab.json.
/// What a student reads or an author proves with is left out, so that a better message changes no
/// fingerprint.
///
/// errors  lab: a file cannot be read
Result<std::string> lab_fingerprint(const Lab& lab);

}  // namespace gridmark::pipeline
