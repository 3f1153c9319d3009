#pragma once
// The two commands of a build, which run in the sandbox.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/compile/submission_rules.h"
#include "grader/core/lab.h"
#include "grader/core/submission.h"
#include "grader/system/program_paths.h"
#include "grader/system/sandbox.h"

namespace gridmark::compile {

/// One build, with the places of its parts on the host. Inside the sandbox every student has the same paths.
struct BuildJob {
  const Lab& lab;
  const Submission& submission;
  Device device;
  Flavour flavour;
  const system::ProgramPaths& paths;
  std::filesystem::path program;       ///< the program to make
  std::vector<CompiledFile> compiled;  ///< intermediate files

  bool on_cuda() const { return device == Device::cuda; }
  std::filesystem::path lab_headers() const { return lab.folder / "include"; }
};

/// The file of the names that the trusted part of the job's worker offers and takes. The cuda device uses the
/// names of the emulated device.
std::filesystem::path worker_names(const BuildJob& job);

/// The files that a build needs: the compiler, and the parts that a submission is linked with.
std::vector<std::filesystem::path> prebuilt_parts(const BuildJob& job);

/// The compiler for the job's device with its options, without sources.
std::vector<std::string> compile_words(const BuildJob& job);

/// Compiles `files` of the job to objects, each with the text that the compiler saw next to it.
system::SandboxCommand compile_command(const BuildJob& job, const std::vector<CompiledFile>& files);

/// Links objects to the worker.
system::SandboxCommand link_command(const BuildJob& job);

}  // namespace gridmark::compile
