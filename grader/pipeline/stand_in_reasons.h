#pragma once
#include <vector>

#include "grader/compile/stand_ins.h"
#include "grader/core/test_result.h"

namespace gridmark::pipeline {

/// A test that fails because it called the starter's stand-in for a student's file gets that file's compile
/// error, or that it is missing, as its reason; so do the values that were measured. Tests that call other
/// files keep what they say.
void blame_stand_ins(CheckerResults& seen, const compile::BuiltSubmission& built);

/// A line for each that does not compile: the file, why, and what was tested. Missing files are listed
/// anyway.
void add_stand_ins(const std::vector<compile::StandIn>& stand_ins, std::vector<IgnoredFile>& files);

}  // namespace gridmark::pipeline
