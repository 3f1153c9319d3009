#pragma once
#include <vector>

#include "grader/compile/stand_ins.h"
#include "grader/core/test_result.h"

namespace gridmark::pipeline {

/// A test can fail because it called the starter's stand-in for a student's file. Its reason then becomes
/// that file's compile error, or that the file is missing. The same applies to measured values. Tests that
/// call other files keep their reasons.
void blame_stand_ins(CheckerResults& seen, const compile::BuiltSubmission& built);

/// Adds a line for each file that does not compile: the file, the reason, and the file that was tested.
/// Missing files are listed elsewhere.
void add_stand_ins(const std::vector<compile::StandIn>& stand_ins, std::vector<IgnoredFile>& files);

}  // namespace gridmark::pipeline
