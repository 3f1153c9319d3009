#pragma once
#include <filesystem>
#include <string>

#include "grader/core/error.h"
#include "grader/core/measurement.h"

namespace gridmark::system {

/// Where the parts of this installation lie. Labs are read from the source tree, programs from the build;
/// where gridmark is installed, PREFIX/lib/gridmark is the build and holds the source tree as course/.
struct ProgramPaths {
  std::filesystem::path source;  ///< holds labs/, starter/, rubrics/, solutions/
  std::filesystem::path build;   ///< build/<preset>; holds bin/, toolkit/, labs/

  std::filesystem::path labs() const { return source / "labs"; }
  std::filesystem::path starters() const { return source / "starter"; }
  std::filesystem::path rubrics() const { return source / "rubrics"; }
  std::filesystem::path toolkit() const { return build / "toolkit"; }
  /// What compiles and links for a real device; empty or missing where nvcc was not found.
  std::filesystem::path cuda_toolkit() const { return toolkit() / "cuda"; }
  std::filesystem::path sandbox() const { return build / "bin" / "gridmark-sandbox"; }
  /// What the build made of a lab: its checker and its adaptor's object files.
  std::filesystem::path built_lab(const std::string& name) const { return build / "labs" / name; }
  /// The worker that timed items are compared with; labs without timed items have none.
  std::filesystem::path reference(const std::string& lab, Device device = Device::emulated) const {
    return built_lab(lab) / (device == Device::cuda ? "reference.cuda" : "reference");
  }
  std::filesystem::path checker(const std::string& lab) const { return built_lab(lab) / "checker"; }
  /// The checker without the hidden tests.
  std::filesystem::path announced_checker(const std::string& lab) const {
    return built_lab(lab) / "announced-checker";
  }
  std::filesystem::path benchmarks(const std::string& lab) const { return built_lab(lab) / "benchmarks"; }
};

/// From the running program, which lies in build/<preset>/bin or PREFIX/lib/gridmark/bin. GRIDMARK_HOME
/// replaces the source tree.
///
/// errors  filesystem: /proc is missing, or the program lies elsewhere
Result<ProgramPaths> find_program_paths();

/// Submissions are shown /usr, /bin and /lib, where compilers and libraries are; solutions and hidden tests
/// must not lie there.
///
/// errors  filesystem: they do
Result<void> require_out_of_sight(const ProgramPaths& paths);

}  // namespace gridmark::system
