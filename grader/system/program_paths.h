#pragma once
#include <filesystem>
#include <string>

#include "grader/core/error.h"
#include "grader/core/measurement.h"

namespace gridmark::system {

/// The places of this installation's parts. Labs are read from the source tree, programs from the build. In
/// an installation, PREFIX/lib/gridmark is the build and contains the source tree as course/.
struct ProgramPaths {
  std::filesystem::path source;  ///< contains labs/, starter/, rubrics/, solutions/
  std::filesystem::path build;   ///< build/<preset>, contains bin/, toolkit/, labs/

  std::filesystem::path labs() const { return source / "labs"; }
  std::filesystem::path starters() const { return source / "starter"; }
  std::filesystem::path rubrics() const { return source / "rubrics"; }
  std::filesystem::path toolkit() const { return build / "toolkit"; }
  /// The tools that compile and link for a real device. Empty or missing if nvcc was not found.
  std::filesystem::path cuda_toolkit() const { return toolkit() / "cuda"; }
  std::filesystem::path sandbox() const { return build / "bin" / "gridmark-sandbox"; }
  /// The build of a lab: its checker and its adaptor's object files.
  std::filesystem::path built_lab(const std::string& name) const { return build / "labs" / name; }
  /// The worker for comparison with timed items. Labs without timed items have none.
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

/// Finds the paths from the running program, which is in build/<preset>/bin or PREFIX/lib/gridmark/bin.
/// GRIDMARK_HOME replaces the source tree.
///
/// errors  filesystem: /proc is missing, or the program is elsewhere
Result<ProgramPaths> find_program_paths();

/// Checks that solutions and hidden tests are not in /usr, /bin or /lib. Submissions can read these folders,
/// because compilers and libraries are there.
///
/// errors  filesystem: they are there
Result<void> require_out_of_sight(const ProgramPaths& paths);

}  // namespace gridmark::system
