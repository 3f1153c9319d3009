#pragma once
// Lines that a handout must not have: those of solutions and of hidden tests.
//
// Theory of operation. A line counts without the blanks in it and only where it is long enough to say
// something, and more than a name: "cudaGetLastError();" stands everywhere. Lines that students get anyway
// are no secret: what a solution has outside its marks, its TODO texts, the lab's interface, and, for hidden
// tests, what the announced ones have. In a lab's own files one secret line of that lab is a leak. gridmark's
// sources and other labs know nothing of it, and a line of CUDA may stand in both by chance: there, three in
// a row are one.
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grader/pipeline/handout.h"

namespace gridmark::pipeline {

/// A line of the handout that gives something away.
struct Leak {
  std::string place;   ///< "labs/lab1-gpu-basics/README.md:12"
  std::string secret;  ///< "solutions/lab1-gpu-basics/benchmark.cu:31"
  std::string text;
};

/// Normalised line -> where it stands, once for each place.
using Secrets = std::multimap<std::string, std::string>;

/// The secrets of the labs named so, which lie below `root`.
Secrets secrets_of(const std::filesystem::path& root, const std::vector<std::string>& labs);

/// In the order of the handout's files.
std::vector<Leak> find_leaks(const Handout& handout, const Secrets& secrets);

}  // namespace gridmark::pipeline
