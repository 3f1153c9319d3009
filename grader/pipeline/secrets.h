#pragma once
// Lines that a handout must not have: those of solutions and of hidden tests.
//
// Theory of operation. Lines are compared without blanks. A line counts only if it is long enough and more
// than a name, because "cudaGetLastError();" is everywhere. Lines that students get anyway are not secret: a
// solution's lines outside its marks, its TODO texts, and the lab's interface. For hidden tests these are the
// lines of announced tests. In a lab's files one secret line of that lab is a leak. gridmark's sources and
// other labs are independent of it, and a line of CUDA can be in both by chance. In these files three lines
// in a row are a leak.
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grader/pipeline/handout.h"

namespace gridmark::pipeline {

/// A line of the handout that shows part of an answer.
struct Leak {
  std::string place;   ///< "labs/lab1-gpu-basics/README.md:12"
  std::string secret;  ///< "solutions/lab1-gpu-basics/benchmark.cu:31"
  std::string text;
};

/// Normalised line -> its places, one entry for each.
using Secrets = std::multimap<std::string, std::string>;

/// The secrets of these labs below `root`.
Secrets secrets_of(const std::filesystem::path& root, const std::vector<std::string>& labs);

/// The leaks in the order of the handout's files.
std::vector<Leak> find_leaks(const Handout& handout, const Secrets& secrets);

}  // namespace gridmark::pipeline
