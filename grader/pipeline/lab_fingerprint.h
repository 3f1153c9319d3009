#pragma once
#include <string>

#include "grader/core/error.h"
#include "grader/core/lab.h"

namespace gridmark::pipeline {

/// SHA-256 of the files in labs/NAME that decide a grade: interface, operations, adaptor, tests, reference,
/// lab.json. Files for students to read and for authors' proofs are left out, so that a better message does
/// not change the fingerprint.
///
/// errors  lab: a file cannot be read
Result<std::string> lab_fingerprint(const Lab& lab);

}  // namespace gridmark::pipeline
